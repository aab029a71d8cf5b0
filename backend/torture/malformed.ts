import { withFolder } from '../test/temporary-database.js';
import { sendMalformed } from '../test/send-malformed.js';
import type { Outcome } from './outcome.js';
import { tryServer } from './trial.js';

/** How many requests to send, and the seed that says which. */
export interface RequestOptions {
  readonly requests: number;
  readonly seed: number;
}

/** Acknowledgements before and after the malformed requests. */
const ACKNOWLEDGED = 40;

/** A port that nobody listens on, for the Solana node. */
const NOWHERE = 'http://127.0.0.1:9';

/** Sends requests to every route that no browser of ours would send, between writers who are to notice nothing. */
export async function sendNonsense({ requests, seed }: RequestOptions): Promise<Outcome> {
  return withFolder((folder) =>
    tryServer(
      folder,
      seed,
      async ({ server, broken, writeMore }) => {
        await writeMore(ACKNOWLEDGED);
        const { faults, statuses } = await sendMalformed(server.url, requests, seed);
        broken.push(...faults);
        await writeMore(ACKNOWLEDGED);
        const answers = Array.from(statuses).sort(([one], [other]) => one - other);
        return {
          harmed: requests,
          measured: Object.fromEntries(
            answers.map(([status, count]) => [
              status === 0 ? 'no answer' : `answered ${status}`,
              count,
            ]),
          ),
        };
      },
      { SOLANA_RPC_URL: NOWHERE },
    ),
  );
}
