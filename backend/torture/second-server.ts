import { withFolder } from '../test/temporary-database.js';
import { endOfStart } from './failed-start.js';
import type { Outcome } from './outcome.js';
import { tryServer } from './trial.js';

/** How often to start a second server, and the seed that says who writes what. */
export interface StartOptions {
  readonly starts: number;
  readonly seed: number;
}

/** Acknowledgements while a second server is started. */
const ACKNOWLEDGED = 100;

/** Exit status 1, and one line that says why. */
const REFUSAL =
  /ended with 1 before it served: DATABASE_URL names [^\n]+ another process [^\n]+\n$/;

/** Starts a second server on the file of one that is being written to: it must refuse, and the first must not notice. */
export async function startSecondServers({ starts, seed }: StartOptions): Promise<Outcome> {
  return withFolder((folder) =>
    tryServer(folder, seed, async ({ path, broken, writeMore }) => {
      for (let start = 0; start < starts; start += 1) {
        const [end] = await Promise.all([endOfStart(folder, path), writeMore(ACKNOWLEDGED)]);
        if (!REFUSAL.test(end)) broken.push(`a second server ${end}`);
      }
      return { harmed: starts, measured: {} };
    }),
  );
}
