import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { HttpException, HttpStatus, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Unavailable } from '../core/errors.js';
import { clientOf } from './client.js';
import { OpenCounts } from './open-counts.js';

/** What a client must take of an answer that waits for it, in bytes, and in how many milliseconds: 4 kB/s. */
const MIN_BYTES = 60_000;
const INTERVAL_MS = 15_000;

const RETRY_AFTER_SECONDS = 30;

/** Sends answers that are too long to have in memory, and lets nobody hold many of them, or one for ever. */
@Injectable()
export class Streams {
  private readonly open = new OpenCounts('downloads');

  /**
   * Sends texts one after the other as the client takes them, and hangs up on one who takes them too slowly.
   * @throws HttpException when the client has too many such answers under way, with status 429
   * @throws Unavailable when there are too many in all
   */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    texts: AsyncIterable<string>,
  ): Promise<void> {
    // An answer that waits behind another one on its connection has no connection yet, and is not told that it closes.
    const { socket } = request.raw;
    // Whoever has left already is not heard to leave.
    if (socket.destroyed) return;
    const client = clientOf(request);
    const end = this.open.begin(client);
    if (end === null) {
      if (!this.open.hasAll(client)) {
        throw new Unavailable('Too many downloads are under way.', RETRY_AFTER_SECONDS);
      }
      throw new HttpException(
        'Your address has as many downloads under way as it may: wait for one of them to end.',
        HttpStatus.TOO_MANY_REQUESTS,
      );
    }
    const { raw } = reply;
    const look = hangUpOnTheSlow(raw, socket);
    const finish = () => {
      raw.off('close', finish);
      socket.off('close', finish);
      clearInterval(look);
      end();
    };
    raw.on('close', finish);
    socket.on('close', finish);
    await reply.send(Readable.from(texts));
  }
}

function hangUpOnTheSlow(raw: ServerResponse, socket: Socket): NodeJS.Timeout {
  let taken = 0;
  return setInterval(() => {
    const { bytesWritten } = socket;
    if (raw.writableNeedDrain && bytesWritten - taken < MIN_BYTES) socket.destroy();
    taken = bytesWritten;
  }, INTERVAL_MS);
}
