import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { LOG, type Log } from '../core/log.js';
import { Settings } from '../settings.js';
import { sendProblem } from './problem.js';

const REFUSAL = 'The server is shutting down. Try again shortly.';
const RETRY_AFTER_SECONDS = 5;

const HEALTH = '/api/health/';

/**
 * Milliseconds on PostgreSQL for which only health checks fail, so that a proxy chooses another server. Longer than
 * `health_interval` in deploy/Caddyfile.
 */
const LEAVE_MS = 1_000;

/** Milliseconds for which requests get 503: a closed connection would look like a crash. */
const DRAIN_MS = 300;

const MAX_ANSWER_MS = 5_000;

/**
 * On a signal, rejects new requests before Nest closes the server. Accepted requests have another {@link MAX_ANSWER_MS}
 * for their answers.
 */
@Injectable()
export class Shutdown implements OnModuleInit, BeforeApplicationShutdown {
  private stage: 'serving' | 'leaving' | 'closing' = 'serving';
  private readonly connections = new Set<Socket>();

  constructor(
    private readonly host: HttpAdapterHost<FastifyAdapter>,
    private readonly settings: Settings,
    @Inject(LOG) private readonly log: Log,
  ) {}

  onModuleInit(): void {
    const instance = this.host.httpAdapter.getInstance();
    instance.server.on('connection', (socket) => {
      this.connections.add(socket);
      socket.once('close', () => this.connections.delete(socket));
    });
    instance.addHook('onRequest', ({ url }, reply, done) => {
      const { stage } = this;
      if (stage === 'closing' || (stage === 'leaving' && url.startsWith(HEALTH))) {
        sendProblem(reply.header('retry-after', RETRY_AFTER_SECONDS), 503, REFUSAL);
      } else done();
    });
    // Closes the connection after the answer: the client's next connection may reach another server.
    instance.addHook('onSend', (_request, reply, payload, done) => {
      if (this.stage === 'closing') reply.header('connection', 'close');
      done(null, payload);
    });
  }

  /** @param signal undefined for a server that stops by itself, or that a test closes */
  async beforeApplicationShutdown(signal?: string): Promise<void> {
    if (signal === undefined) return;
    this.log.info({ signal }, 'stopping');
    await this.drain();
  }

  async drain(): Promise<void> {
    if (this.settings.database.kind === 'postgres') {
      this.stage = 'leaving';
      await delay(LEAVE_MS);
    }
    this.stage = 'closing';
    await delay(DRAIN_MS);
    // Browsers open connections in advance, and Node would wait for those without a request.
    for (const socket of this.connections) if (socket.bytesRead === 0) socket.destroy();
    const { server } = this.host.httpAdapter.getInstance();
    setTimeout(() => server.closeAllConnections(), MAX_ANSWER_MS).unref();
  }
}
