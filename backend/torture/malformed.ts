import { sendMalformed } from '../test/send-malformed.js';
import type { Effort, Outcome } from './outcome.js';
import { tryServer } from './trial.js';

/** Acknowledgements before and after the malformed requests. */
const ACKNOWLEDGED = 40;

/** A port that nobody listens on, for the Solana node. */
const NOWHERE = 'http://127.0.0.1:9';

/** Sends requests to every route that no browser of ours would send, between writers who are to notice nothing. */
export async function sendMalformedRequests({ requests, seed }: Effort): Promise<Outcome> {
  const environment = { SOLANA_RPC_URL: NOWHERE };
  return tryServer(
    { seed },
    async (trial) => {
      await trial.writeMore(ACKNOWLEDGED);
      const { faults, statuses } = await sendMalformed(trial.server.url, requests, seed);
      trial.broken.push(...faults);
      await trial.writeMore(ACKNOWLEDGED);
      const measured: Record<string, number> = {};
      for (const [status, count] of Array.from(statuses).sort(([one], [other]) => one - other)) {
        measured[status === 0 ? 'no answer' : `answered ${status}`] = count;
      }
      return { harmed: requests, measured };
    },
    { environment },
  );
}
