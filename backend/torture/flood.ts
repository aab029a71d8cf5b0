import { once } from 'node:events';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

export interface HostileRequest {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
}

export interface Flood {
  /** Connections of one client, each with one request at a time. */
  readonly connections: number;
  /** Maximum number of requests of one client per second. Default: no maximum. */
  readonly perSecond?: number;
  /** Returns the requests that a client repeats. Clients are numbered from 0. */
  readonly requests: (client: number) => readonly HostileRequest[];
}

export interface FloodData extends Omit<Flood, 'requests'> {
  readonly url: string;
  readonly clients: readonly {
    readonly address: string;
    readonly requests: readonly HostileRequest[];
  }[];
}

export interface Attackers {
  /** Stops the attack, and returns a summary for the report, such as `200: 60, 429: 1200`. */
  stop(): Promise<string>;
}

export type Attack = (url: string, clients: number) => Promise<Attackers>;

const WORKER = resolve('backend/torture/flood-worker.js');

const messagesSchema = z.tuple([z.map(z.number(), z.number())]);

let crowds = 0;

/**
 * Returns an attack by HTTP requests from a separate thread. Each client has its own address, if the server has
 * TRUST_PROXY=1.
 */
export function flood({ requests, ...how }: Flood): Attack {
  return async (url, clients) => {
    crowds += 1;
    // Consecutive attacks use different addresses, so that they do not share rate limits.
    const addressOf = (client: number): string =>
      `172.${16 + (crowds % 16)}.${client >> 8}.${client & 255}`;
    const workerData: FloodData = {
      url,
      ...how,
      clients: Array.from({ length: clients }, (_, client) => ({
        address: addressOf(client),
        requests: requests(client),
      })),
    };
    const worker = new Worker(WORKER, { workerData });
    await once(worker, 'online');
    return {
      async stop() {
        worker.postMessage('stop');
        const [statuses] = messagesSchema.parse(await once(worker, 'message'));
        await worker.terminate();
        return Array.from(statuses)
          .toSorted(([one], [other]) => one - other)
          .map(([status, count]) => `${status === 0 ? 'no answer' : status}: ${count}`)
          .join(', ');
      },
    };
  };
}
