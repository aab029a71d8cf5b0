import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { RateLimited } from '../core/errors.js';
import { clientOf } from './client.js';
import { isLoopbackAddress } from './host.js';
import { OpenCounts } from './open-counts.js';

/**
 * Milliseconds for which data may wait for the client, in addition to the time that the written bytes take at the
 * minimum rate.
 */
const GRACE_MS = 15_000;

const MIN_BYTES_PER_MS = 4;

const INTERVAL_MS = 5_000;

const TOO_MANY = 'Too many requests are open: read their answers before you send more.';

interface Sending {
  readonly socket: Socket;
  /** Bytes written to the connection before this answer. */
  readonly sentBefore: number;
  waitedMs: number;
}

/**
 * Limits the number of open requests from other machines, per client and in all. A request is open from its headers
 * until its answer is sent or the client disconnects. An answer that a client reads at less than 4 kB/s for long is cut
 * off.
 */
export function limitOpenRequests(instance: FastifyInstance): void {
  const open = new OpenCounts('requests');
  const sending = new Map<ServerResponse, Sending>();
  instance.addHook('onRequest', (request, { raw }, done) => {
    const { socket } = request.raw;
    // Local requests are not limited: they may come from the operator, or from a proxy that TRUST_PROXY omits.
    const end = isLoopbackAddress(request.ip) ? () => undefined : open.begin(clientOf(request));
    const release = () => {
      raw.off('close', release);
      socket.off('close', release);
      sending.delete(raw);
      end?.();
    };
    raw.on('close', release);
    // The close event of the connection does not reach a response that is queued behind another one.
    socket.on('close', release);
    if (end === null) done(new RateLimited(TOO_MANY, 1));
    else done();
  });
  instance.addHook('onSend', ({ raw: { socket } }, reply, payload, done) => {
    // After the close event, nothing would remove the entry.
    if (!socket.destroyed) {
      sending.set(reply.raw, { socket, sentBefore: socket.bytesWritten, waitedMs: 0 });
    }
    done(null, payload);
  });
  const look = setInterval(() => {
    for (const [raw, answer] of sending) hangUpIfSlow(raw, answer);
  }, INTERVAL_MS).unref();
  instance.addHook('onClose', (_instance, done) => {
    clearInterval(look);
    done();
  });
}

function hangUpIfSlow(raw: ServerResponse, answer: Sending): void {
  const { socket, sentBefore } = answer;
  if (raw.socket !== socket || raw.writableLength === 0) return;
  answer.waitedMs += INTERVAL_MS;
  const bytes = socket.bytesWritten - sentBefore;
  if (answer.waitedMs > GRACE_MS + bytes / MIN_BYTES_PER_MS) socket.destroy();
}
