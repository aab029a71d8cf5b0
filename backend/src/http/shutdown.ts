import { setTimeout as delay } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Log } from '../core/log.js';
import { sendProblem } from './problem.js';

const REFUSAL = 'The server is shutting down. Try again shortly.';
const RETRY_AFTER_SECONDS = 5;

/** Path of the health checks, by which proxies see whether the server is ready. */
const HEALTH = '/api/health/';

interface Lock {
  release(): Promise<void>;
}

/**
 * Milliseconds between failing health checks and closing, if other servers share the database. Longer than a proxy's
 * check interval (deploy/Caddyfile).
 */
const LEAVE_MS = 1_000;

/**
 * Milliseconds for which open connections may still send requests, which get 503: a closed connection would look like a
 * crash.
 */
const DRAIN_MS = 300;

/** Milliseconds until unfinished answers are cut off. */
const MAX_ANSWER_MS = 5_000;

/**
 * Stops on SIGTERM, SIGINT and SIGHUP with status 0: rejects new requests, answers accepted ones, finishes writes,
 * closes the database, and releases its lock. Call this before the application listens.
 * @param lock null if other servers share the database
 * @returns a function that stops with another status
 */
export function stopOnSignal(
  app: NestFastifyApplication,
  log: Log,
  lock: Lock | null,
): (status: number) => Promise<void> {
  /**
   * `leaving` fails health checks only, so that a proxy chooses another server. `closing` rejects every new request.
   */
  let stage: 'serving' | 'leaving' | 'closing' = 'serving';
  const instance = app.getHttpAdapter().getInstance();
  instance.addHook('onRequest', ({ url }, reply, done) => {
    const isRefused = stage === 'closing' || (stage === 'leaving' && url.startsWith(HEALTH));
    if (isRefused) {
      sendProblem(reply.header('retry-after', RETRY_AFTER_SECONDS), 503, REFUSAL);
    } else done();
  });
  // Closes each connection, so that the client's next request reaches another server.
  instance.addHook('onSend', (_request, reply, payload, done) => {
    if (stage === 'closing') reply.header('connection', 'close');
    done(null, payload);
  });
  async function end(status: number): Promise<void> {
    if (lock === null) {
      stage = 'leaving';
      await delay(LEAVE_MS);
    }
    stage = 'closing';
    await delay(DRAIN_MS);
    setTimeout(() => app.getHttpServer().closeAllConnections(), MAX_ANSWER_MS).unref();
    await app.close();
    await lock?.release();
    log.info('stopped');
    process.exit(status);
  }
  let stopping: Promise<void> | null = null;
  const stop = (status: number): Promise<void> => (stopping ??= end(status));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      log.info({ signal }, 'stopping');
      void stop(0);
    });
  }
  return stop;
}
