import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../src/seed/random.js';
import type { BuiltServer } from '../test/built-server.js';
import { startBuiltServer } from '../test/built-server.js';
import { withFolder } from '../test/temporary-database.js';
import { audit, SOUND, worseOf } from './audit.js';
import { Crowd } from './crowd.js';
import type { Outcome } from './outcome.js';
import { percentile } from './percentile.js';
import { Receipts } from './receipts.js';

const WRITERS = 8;

/** Half of the kills come at the very acknowledgement that triggers it, the others at most so much later, in milliseconds. */
const LATEST_KILL_MS = 20;

/** A server that was killed is ready again sooner than this, in milliseconds. */
const READY_MS = 2_000;

/** How often to kill, and the seed that says when and who does what. */
export interface KillOptions {
  readonly kills: number;
  readonly seed: number;
}

/** The same under writers, and how many acknowledgements there are between two kills, at most. */
export interface WriterKillOptions extends KillOptions {
  readonly mostBetween: number;
}

/** Kills the server with SIGKILL at random moments under writers that never pause, and compares after every kill. */
export async function killUnderWriters({
  kills,
  mostBetween,
  seed,
}: WriterKillOptions): Promise<Outcome> {
  const random = seededRandom(seed);
  const receipts = new Receipts();
  const crowd = new Crowd(receipts, random);
  const broken: string[] = [];
  const readyTimes: number[] = [];
  let findings = SOUND;
  let retried = 0;

  await withFolder(async (folder) => {
    const path = join(folder, 'test.sqlite');
    const start = (): Promise<BuiltServer> =>
      startBuiltServer(folder, { DATABASE_URL: `sqlite:${path}`, TRUST_PROXY: '1' });
    const startAgain = async (): Promise<BuiltServer> => {
      const started = performance.now();
      const server = await start();
      const ready = await fetch(`${server.url}/api/health/ready`);
      if (!ready.ok) broken.push(`not ready after a kill: ${ready.status}`);
      readyTimes.push(performance.now() - started);
      return server;
    };
    let server = await start();
    try {
      for (let kill = 0; kill < kills; kill += 1) {
        const enough = receipts.order.length + 1 + Math.floor(random() * mostBetween);
        const isEnough = (): boolean => receipts.order.length >= enough;
        broken.push(...(await writeUntilKilled(server, crowd, isEnough, random)));
        server = await startAgain();
        findings = worseOf(findings, await audit({ kind: 'sqlite', path }, receipts));
        retried += await crowd.retryClaims(server.url);
      }
      if ((await server.stop('SIGTERM')) !== 0) broken.push('SIGTERM did not end it with 0');
    } finally {
      await server.stop('SIGKILL');
    }
  });
  return {
    harmed: kills,
    acknowledged: receipts.order.length,
    ...findings,
    broken,
    measured: {
      'sent again after a lost answer': retried,
      'ready again, half of the time, ms': percentile(readyTimes, 0.5),
    },
    timings: { 'ready again, at the slowest': { ms: percentile(readyTimes, 1), below: READY_MS } },
  };
}

async function writeUntilKilled(
  server: BuiltServer,
  crowd: Crowd,
  isEnough: () => boolean,
  random: () => number,
): Promise<string[]> {
  let killed = false;
  const kills: Promise<void>[] = [];
  const kill = async (): Promise<void> => {
    if (random() < 0.5) await delay(random() * LATEST_KILL_MS);
    await server.stop('SIGKILL');
    killed = true;
  };
  const surprises = await crowd.write(server.url, WRITERS, () => {
    if (isEnough() && kills.length === 0) kills.push(kill());
    return killed;
  });
  await Promise.all(kills);
  if (kills.length === 0) surprises.push('the server was gone before anybody killed it');
  return surprises;
}
