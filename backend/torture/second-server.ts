import type { Effort, Outcome } from './outcome.js';
import { endOfStart, tenthOf, tryServer } from './trial.js';

/** Acknowledgements while a second server is started. */
const ACKNOWLEDGED = 100;

/** Exit status 1, and one line that says why. */
const REFUSAL =
  /ended with 1 before it served: DATABASE_URL names [^\n]+ another process [^\n]+\n$/;

/** Starts a second server on the file of one that is being written to: it must refuse, and the first must not notice. */
export async function startSecondServers(effort: Effort): Promise<Outcome> {
  const starts = tenthOf(effort);
  return tryServer(effort, async (trial) => {
    for (let start = 0; start < starts; start += 1) {
      const [end] = await Promise.all([
        endOfStart(trial.folder, trial.databaseUrl),
        trial.writeMore(ACKNOWLEDGED),
      ]);
      if (!REFUSAL.test(end)) trial.broken.push(`a second server ${end}`);
    }
    return { harmed: starts };
  });
}
