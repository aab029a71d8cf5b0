import { runToItsEnd } from '../test/built-server.js';
import { withFolder } from '../test/temporary-database.js';
import type { Outcome } from './outcome.js';
import { tryServer } from './trial.js';

/** How often to start a second server, and the seed that says who writes what. */
export interface StartOptions {
  readonly starts: number;
  readonly seed: number;
}

/** Acknowledgements while a second server is started. */
const ACKNOWLEDGED = 100;

/** Starts a second server on the file of one that is being written to: it must refuse, and the first must not notice. */
export async function startSecondServers({ starts, seed }: StartOptions): Promise<Outcome> {
  return withFolder((folder) =>
    tryServer(folder, seed, async ({ path, broken, writeMore }) => {
      for (let start = 0; start < starts; start += 1) {
        const [{ status, stderr }] = await Promise.all([
          runToItsEnd(folder, { DATABASE_URL: `sqlite:${path}` }),
          writeMore(ACKNOWLEDGED),
        ]);
        if (status !== 1) broken.push(`a second server ended with ${String(status)}`);
        if (!/^DATABASE_URL names [^\n]+ another process [^\n]+\n$/.test(stderr)) {
          broken.push(`nobody is told why a second server ended: ${stderr}`);
        }
      }
      return { harmed: starts, measured: {} };
    }),
  );
}
