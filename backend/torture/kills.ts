import { setTimeout as delay } from 'node:timers/promises';
import type { Effort, Outcome } from './outcome.js';
import { percentile } from './outcome.js';
import { tryServer } from './trial.js';

export type KillOptions = Pick<Effort, 'kills' | 'seed'>;

/** Acknowledgements between two kills, at most: 40 kills are among more than 20,000. */
const MAX_BETWEEN = 1_200;
const MAX_BETWEEN_IN_BRIEF = 100;

/** Half of the kills come at the very acknowledgement that triggers it, the others at most so much later, in milliseconds. */
const MAX_DELAY_MS = 20;

/** A server that was killed is ready again sooner than this, in milliseconds. */
const READY_MS = 2_000;

/** Kills the server with SIGKILL at random moments under writers that never pause, and compares after every kill. */
export async function killUnderWriters({ kills, seed, brief }: Effort): Promise<Outcome> {
  const maxBetween = brief ? MAX_BETWEEN_IN_BRIEF : MAX_BETWEEN;
  return tryServer({ seed }, async (trial) => {
    const { random, broken } = trial;
    const readyTimes: number[] = [];
    let retried = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      await trial.harmUnderWriters(1 + Math.floor(random() * maxBetween), async () => {
        if (random() < 0.5) await delay(random() * MAX_DELAY_MS);
        await trial.server.stop('SIGKILL');
      });
      const started = performance.now();
      await trial.restart();
      const ready = await fetch(`${trial.server.url}/api/health/ready`);
      if (!ready.ok) broken.push(`not ready after a kill: ${ready.status}`);
      readyTimes.push(performance.now() - started);
      await trial.audit();
      retried += await trial.workload.retryClaims(trial.server.url);
    }
    return {
      harmed: kills,
      measured: {
        'sent again after a lost answer': retried,
        'ready again, half of the time, ms': percentile(readyTimes, 0.5),
      },
      timings: {
        'ready again, at the slowest': { ms: percentile(readyTimes, 1), below: READY_MS },
      },
    };
  });
}
