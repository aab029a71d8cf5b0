import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyInstance, RawServerDefault } from 'fastify';
import { errorCode } from '../core/errors.js';
import { AT_ONCE, REQUESTS_ON_A_CONNECTION } from './rate-limits.js';
import { clientOf } from './client.js';
import { isLoopbackAddress } from './host.js';
import { OpenCounts } from './open-counts.js';
import { PROBLEM_TYPE, problemOf } from './problem.js';
import { LONG_URL, MAX_URL } from './unknown-route.controller.js';

/**
 * Limits the number of connections: in all and, without a proxy, also from each client on another machine.
 * @param isBehindProxy true if the connections of visitors come from proxies
 */
export function shareConnections(server: Server, isBehindProxy: boolean): void {
  const open = new OpenCounts('connections');
  server.maxConnections = AT_ONCE.connections.inAll;
  server.on('connection', (socket) => {
    const { remoteAddress = '', remotePort = 0 } = socket;
    const client = clientOf({ ip: remoteAddress, socket });
    // A local connection may come from the operator, or from a proxy that TRUST_PROXY omits.
    const mayHaveMore = isBehindProxy || isLoopbackAddress(remoteAddress);
    const end = open.begin(
      mayHaveMore ? { network: `${client.network} ${remotePort}`, prefix: null } : client,
    );
    if (end === null) socket.destroy();
    else socket.once('close', end);
  });
}

const unanswered = new WeakMap<Socket, Map<ServerResponse, IncomingMessage>>();

/** Closes a connection on its fifth unanswered request. */
export function limitPipelining(instance: FastifyInstance): void {
  instance.addHook('onRequest', ({ raw }, reply, done) => {
    const { socket } = raw;
    const open = unanswered.get(socket) ?? new Map<ServerResponse, IncomingMessage>();
    unanswered.set(socket, open.set(reply.raw, raw));
    const forget = () => {
      // Deferred, so that pipelined requests count as open together even if each is answered immediately.
      if (reply.raw.closed && raw.complete) setImmediate(() => open.delete(reply.raw));
    };
    reply.raw.once('close', forget);
    // An answer may precede the body.
    raw.once('close', forget);
    if (open.size <= REQUESTS_ON_A_CONNECTION) done();
    else socket.destroy();
  });
}

/** True if the client would read an error as the answer to the request that is arriving. */
function mayAnswer(socket: Socket): boolean {
  const [first, ...others] = unanswered.get(socket) ?? [];
  if (first === undefined) return true;
  const [answer, request] = first;
  return others.length === 0 && !request.complete && !answer.headersSent;
}

/** Limits in bytes and milliseconds. */
export const CONNECTION_LIMITS = {
  bodyLimit: 4_096,
  http: {
    headersTimeout: 10_000,
    // Without a Host header, HostPolicy answers with a problem document.
    requireHostHeader: false,
    connectionsCheckingInterval: 1_000,
  },
  requestTimeout: 20_000,
  connectionTimeout: 30_000,
  // Longer than Caddy (2 minutes) and nginx (1 minute) keep idle connections. Otherwise, they may send a request on a
  // connection that is being closed, and answer 502.
  keepAliveTimeout: 150_000,
  clientErrorHandler: rejectUnreadable,
} satisfies FastifyHttpOptions<RawServerDefault>;

function rejectUnreadable(error: Error, socket: Socket): void {
  const code = errorCode(error);
  if (socket.writable && code !== 'ECONNRESET' && mayAnswer(socket)) {
    const [status, detail] = describe(code, error);
    const body = JSON.stringify(problemOf(status, detail));
    socket.write(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
        `Content-Type: ${PROBLEM_TYPE}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Cache-Control: no-cache',
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  }
  socket.destroy(error);
}

function describe(code: string | null, error: Error): [status: number, detail: string] {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'The request took too long to arrive: send it without pauses.'];
    case 'HPE_HEADER_OVERFLOW':
      return beginsWithLongUrl(error)
        ? [414, LONG_URL]
        : [431, 'The headers are too large: send fewer or shorter ones.'];
    default:
      return [400, 'This is not a valid HTTP request.'];
  }
}

const REQUEST_LINE = new RegExp(`^[A-Z]+ [^ \\r\\n]{${MAX_URL}}`);

function beginsWithLongUrl(error: Error): boolean {
  const bytes = 'rawPacket' in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket : null;
  return bytes !== null && REQUEST_LINE.test(bytes.toString('latin1', 0, 2 * MAX_URL));
}
