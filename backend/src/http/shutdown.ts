import { setTimeout as delay } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Log } from '../core/log.js';
import { sendProblem } from './problem.js';

const REFUSAL = 'The server is shutting down. Try again shortly.';
const RETRY_AFTER_SECONDS = 5;

/** Where proxies ask whether they may send visitors here. */
const HEALTH = '/api/health/';

/** What keeps others from serving the same database until it is given back. */
interface Lock {
  release(): Promise<void>;
}

/**
 * How long a server that has others beside it goes on serving after it says by its health that it will not, in
 * milliseconds: longer than until a proxy asks next (deploy/Caddyfile).
 */
const LEAVE_MS = 1_000;

/**
 * How long the connections that are open may still bring a request, in milliseconds: longer than one is on its way.
 * It is told to come back later; hanging up on it would look like a crash.
 */
const DRAIN_MS = 300;

/** How long an answer may take that was begun before, in milliseconds; whoever reads slower is cut off. */
const MAX_ANSWER_MS = 5_000;

/**
 * Has SIGTERM, SIGINT and SIGHUP end the process with status 0: new requests are refused, accepted ones answered, accepted
 * writes finished, the database closed, and its lock given back. A signal that comes meanwhile changes nothing. It is to
 * be called before the application listens.
 * @param lock null where the database has none, so that others may serve it, too
 * @returns ends it in the same way, with another status
 */
export function stopOnSignal(
  app: NestFastifyApplication,
  log: Log,
  lock: Lock | null,
): (status: number) => Promise<void> {
  /**
   * While it is leaving, health is refused, and nothing else, so that a proxy which asks for it sends visitors to others.
   * While it is closing, every new request is refused; those that were accepted are still answered.
   */
  let stage: 'serving' | 'leaving' | 'closing' = 'serving';
  const instance = app.getHttpAdapter().getInstance();
  instance.addHook('onRequest', ({ url }, reply, done) => {
    const isRefused = stage === 'closing' || (stage === 'leaving' && url.startsWith(HEALTH));
    if (isRefused) {
      sendProblem(reply.header('retry-after', RETRY_AFTER_SECONDS), 503, REFUSAL);
    } else done();
  });
  // Each answer then ends its connection, so that the client's next request goes to a server that lives.
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
