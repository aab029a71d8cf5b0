import { STATUS_CODES, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyInstance, RawServerDefault } from 'fastify';
import { errorCode } from '../core/errors.js';
import { AT_ONCE, REQUESTS_ON_A_CONNECTION } from './rate-limits.js';
import { clientOf } from './client.js';
import { isLoopbackAddress } from './host.js';
import { OpenCounts } from './open-counts.js';
import { PROBLEM_TYPE, problemOf } from './problem.js';

/**
 * Keeps one client from having so many connections that nobody else gets one.
 * @param isBehindProxy whether all clients come by a few addresses, those of proxies
 */
export function shareConnections(server: Server, isBehindProxy: boolean): void {
  const open = new OpenCounts('connections');
  server.maxConnections = AT_ONCE.connections.inAll;
  server.on('connection', (socket) => {
    const { remoteAddress = '', remotePort = 0 } = socket;
    const client = clientOf({ ip: remoteAddress, socket });
    // A proxy that the settings do not know of comes from here, and so does the operator.
    const mayHaveMore = isBehindProxy || isLoopbackAddress(remoteAddress);
    // Each of those then counts as a client of its own.
    const end = open.begin(
      mayHaveMore ? { network: `${client.network} ${remotePort}`, prefix: null } : client,
    );
    if (end === null) socket.destroy();
    else socket.once('close', end);
  });
}

/** Closes connections whose client sends a fifth request before it has read an answer. Browsers and proxies do not pipeline. */
export function limitPipelining(instance: FastifyInstance): void {
  const open = new WeakMap<Socket, number>();
  instance.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    const add = (change: 1 | -1): number => {
      const requests = (open.get(socket) ?? 0) + change;
      open.set(socket, requests);
      return requests;
    };
    // Not before all that has arrived is read: of those that are answered on the spot there would never be two.
    reply.raw.once('close', () => setImmediate(add, -1));
    if (add(1) <= REQUESTS_ON_A_CONNECTION) done();
    else socket.destroy();
  });
}

/**
 * What a request may take, in bytes and milliseconds: nobody who dawdles holds a connection for long without sending or
 * reading.
 */
export const CONNECTION_LIMITS = {
  bodyLimit: 4_096,
  http: {
    headersTimeout: 10_000,
    // The host policy answers in JSON.
    requireHostHeader: false,
    // How often Node looks for connections that exceed this one and the next.
    connectionsCheckingInterval: 1_000,
  },
  requestTimeout: 20_000,
  // How long it may stand still while an answer is under way: longer than the slowest one takes to begin.
  connectionTimeout: 30_000,
  keepAliveTimeout: 60_000,
  clientErrorHandler: rejectUnreadable,
} satisfies FastifyHttpOptions<RawServerDefault>;

/** Answers what is no HTTP request, or does not become one in time, and hangs up. */
function rejectUnreadable(error: Error, socket: Socket): void {
  const code = errorCode(error);
  if (socket.writable && code !== 'ECONNRESET') {
    const [status, detail] = describe(code);
    const body = JSON.stringify(problemOf(status, detail));
    socket.write(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
        `Content-Type: ${PROBLEM_TYPE}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  }
  socket.destroy(error);
}

function describe(code: string | null): [status: number, detail: string] {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'The request took too long to arrive. Send it in one go.'];
    case 'HPE_HEADER_OVERFLOW':
      return [431, 'The headers are too large: send fewer or shorter ones.'];
    default:
      return [400, 'This is not an HTTP request that can be read.'];
  }
}
