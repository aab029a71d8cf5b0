import { setTimeout as delay } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ServerLock } from './database/sqlite/server-lock.js';
import { Closing } from './http/closing.js';
import type { Log } from './logging/log.js';

/**
 * How long the connections that are open may still bring a request, in milliseconds: longer than one is on its way.
 * It is told to come back later; hanging up on it would look like a crash.
 */
const DRAIN_MS = 300;

/** How long an answer may take that was begun before, in milliseconds; whoever reads slower is cut off. */
const PATIENCE_MS = 5_000;

/**
 * Has SIGTERM and SIGINT end the process with status 0: new requests are refused, accepted ones answered, accepted
 * writes finished, the database closed, and its lock given back. A signal that comes meanwhile changes nothing.
 * @param lock null where the database has none
 */
export function stopOnSignal(app: NestFastifyApplication, log: Log, lock: ServerLock | null): void {
  let stopping: Promise<void> | null = null;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      log.info({ signal }, 'stopping');
      stopping ??= stop(app, log, lock);
    });
  }
}

async function stop(app: NestFastifyApplication, log: Log, lock: ServerLock | null): Promise<void> {
  app.get(Closing).begin();
  await delay(DRAIN_MS);
  setTimeout(() => app.getHttpServer().closeAllConnections(), PATIENCE_MS).unref();
  await app.close();
  await lock?.release();
  log.info('stopped');
  process.exit(0);
}
