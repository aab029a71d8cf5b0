import { setTimeout as delay } from 'node:timers/promises';
import { getStats } from '../../test/support/api.js';
import { eventually } from '../../test/support/eventually.js';
import { claimUntilRefused, type Ending } from '../../test/support/faults/persistent-writer.js';
import { percentile, type Effort, type Outcome } from '../report.js';
import { tenthOf, tryServer } from '../trial.js';
import { TOP } from '../workload.js';

const WRITERS = 16;

const MAX_DELAY_MS = 400;

const STOP_MS = 10_000;

export async function stopUnderLoad(effort: Effort): Promise<Outcome> {
  const stops = tenthOf(effort);
  return tryServer(effort, async (trial) => {
    const { receipts, broken } = trial;
    const stopTimes: number[] = [];
    const endings: Ending[] = [];
    for (let stop = 0; stop < stops; stop += 1) {
      const { url } = trial.server;
      const enough = receipts.order.length + WRITERS;
      const writers = Array.from({ length: WRITERS }, (_, index) =>
        claimUntilRefused(url, TOP, `writer ${stop} ${index}`),
      );
      await eventually(async () => (await getStats(url, TOP)).directRecruits >= enough, true);
      await delay(trial.random() * MAX_DELAY_MS);
      const told = performance.now();
      await trial.stop();
      stopTimes.push(performance.now() - told);
      for (const ending of (await Promise.all(writers)).flat()) {
        endings.push(ending);
        receipts.send(ending.recruit, 'claimed', TOP);
        if (isAcknowledged(ending)) receipts.acknowledge(ending.recruit, 'claimed');
      }
      await trial.restart();
    }
    for (const ending of endings) {
      const fault = await findFault(ending, trial.server.url);
      if (fault !== null) broken.push(fault);
    }
    return {
      harmed: stops,
      measured: {
        'answered 503': endings.filter(isRefused).length,
        'connections closed unread': endings.filter((ending) => 'code' in ending).length,
      },
      timings: { 'the slowest stop': { ms: percentile(stopTimes, 1), below: STOP_MS } },
    };
  });
}

/**
 * Returns a fault if an answer is neither 201 nor a 503 that closes the connection, or if a recorded claim got no
 * answer.
 */
async function findFault(ending: Ending, url: string): Promise<string | null> {
  if ('code' in ending) {
    const { referrer } = await getStats(url, ending.recruit);
    return referrer === null ? null : `a recorded claim got no answer: ${ending.code}`;
  }
  const { status, type, connection } = ending;
  if (isAcknowledged(ending) || (isRefused(ending) && connection === 'close')) return null;
  return `a claim was answered ${status} as ${String(type)}, connection ${String(connection)}`;
}

function isAcknowledged(ending: Ending): boolean {
  return 'status' in ending && ending.status === 201;
}

function isRefused(ending: Ending): boolean {
  return (
    'status' in ending &&
    ending.status === 503 &&
    ending.type?.includes('application/problem+json') === true
  );
}
