import { setTimeout as delay } from 'node:timers/promises';
import { claim, getStats } from '../../test/support/api.js';
import { streakOf } from '../../test/support/data/streak.js';
import { whileNothingCanBeWritten } from '../../test/support/shell.js';
import { newSigner } from '../../test/support/signer.js';
import { withFolder } from '../../test/support/temporary-database.js';
import { Visitor } from '../../test/support/visitor.js';
import { wallet } from '../../test/support/wallets.js';
import type { Effort, Outcome } from '../report.js';
import { ServerClock } from '../server-clock.js';
import { tryServer, type Trial } from '../trial.js';
import { TOP } from '../workload.js';

const JUMPS_FOR_A_KILL = 25;

const DAY_MS = 86_400_000;
const POINTS_A_DAY = 100;

/** The day on which the clock starts, and the earliest day to which it jumps. */
const FIRST_DAY = Date.parse('2028-02-25T00:00:00.000Z');

const DAYS = 9;

const MOMENTS = [0, 1, DAY_MS / 2, DAY_MS - 1];

/** Longer than the 2 s after which the server stops trying to write, even if its clock stands still. */
const TIMEOUT_MS = 15_000;

export async function jumpClock(effort: Effort): Promise<Outcome> {
  const jumps = effort.kills * JUMPS_FOR_A_KILL;
  return withFolder(async (folder) => {
    const clock = new ServerClock(folder, FIRST_DAY);
    return tryServer(
      effort,
      async (trial) => {
        const below = (limit: number): number => Math.floor(trial.random() * limit);
        const visitors = Array.from({ length: 3 }, () => returningVisitor(trial));
        for (let jump = 0; jump < jumps; jump += 1) {
          clock.set(FIRST_DAY + DAY_MS * below(DAYS) + (MOMENTS[below(MOMENTS.length)] ?? 0));
          const faults = await visitors[below(visitors.length)]?.(clock.now());
          trial.broken.push(...(faults ?? []));
        }
        trial.broken.push(...(await faultsOfTimeout(trial)));
        return { harmed: jumps };
      },
      { folder, environment: clock.environment },
    );
  });
}

/**
 * Creates a wallet that checks in at each visit, or signs in if it has no session.
 * @returns a function that makes one visit and returns the faults of the answers; `now` is the time of the server
 */
function returningVisitor({ receipts, server }: Trial): (now: Date) => Promise<string[]> {
  const signer = newSigner();
  const visitor = new Visitor(server.url);
  const days = new Set<number>();
  return async (now) => {
    const { wallet: known, expiresAt } = await visitor.session();
    if (known !== null) await visitor.checkIn();
    else {
      receipts.send(signer.address, 'proven', TOP);
      await visitor.signIn(signer, TOP);
      receipts.acknowledge(signer.address, 'proven');
    }
    const today = Math.floor(now.getTime() / DAY_MS);
    days.add(today);
    const expected = streakOf(days, today);
    const { points, streak } = await getStats(server.url, signer.address);
    const faults: string[] = [];
    if (expiresAt !== null && expiresAt <= now.toISOString()) {
      faults.push('a session is valid after its end');
    }
    if (points !== POINTS_A_DAY * days.size) faults.push(`${points} points for ${days.size} days`);
    if (streak !== expected) faults.push(`a streak of ${streak}, not ${expected}`);
    return faults.map((fault) => `${fault}, at ${now.toISOString()}`);
  };
}

async function faultsOfTimeout({ server, databaseUrl }: Trial): Promise<string[]> {
  const answered = await whileNothingCanBeWritten(databaseUrl, async () => {
    const late = claim(server.url, TOP, wallet('late')).then(({ status }) => status);
    return Promise.race([late, delay(TIMEOUT_MS, null, { ref: false })]);
  });
  return answered === 503 ? [] : [`an impossible write was answered ${String(answered)}`];
}
