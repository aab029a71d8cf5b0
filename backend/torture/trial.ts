import { join } from 'node:path';
import { seededRandom } from '../src/seed/random.js';
import type { BuiltServer } from '../test/built-server.js';
import { startBuiltServer } from '../test/built-server.js';
import { audit } from './audit.js';
import { Crowd } from './crowd.js';
import type { Outcome } from './outcome.js';
import { Receipts } from './receipts.js';

const WRITERS = 8;

/** A server, and a crowd that writes to it. */
export interface Trial {
  readonly server: BuiltServer;
  /** The SQLite file that the server serves. */
  readonly path: string;
  readonly receipts: Receipts;
  readonly crowd: Crowd;
  /** Promises that were not kept, a sentence each. */
  readonly broken: string[];
  /** Has 8 writers write until the server has acknowledged so many more of what they sent. */
  readonly writeMore: (acknowledgements: number) => Promise<void>;
}

/** What is done to a server, and what was found out meanwhile. */
export type Harm = (trial: Trial) => Promise<Pick<Outcome, 'harmed' | 'measured' | 'timings'>>;

/**
 * Does harm to a server on a fresh database in `folder`, has it stop, and compares what it kept with what it
 * acknowledged.
 */
export async function tryServer(
  folder: string,
  seed: number,
  harm: Harm,
  environment: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  const path = join(folder, 'test.sqlite');
  const receipts = new Receipts();
  const crowd = new Crowd(receipts, seededRandom(seed));
  const broken: string[] = [];
  const server = await startBuiltServer(folder, {
    DATABASE_URL: `sqlite:${path}`,
    TRUST_PROXY: '1',
    ...environment,
  });
  try {
    const harmed = await harm({
      server,
      path,
      receipts,
      crowd,
      broken,
      async writeMore(acknowledgements) {
        const enough = receipts.order.length + acknowledgements;
        const isOver = (): boolean => receipts.order.length >= enough;
        broken.push(...(await crowd.write(server.url, WRITERS, isOver)));
        if (!isOver()) broken.push('the server was gone before enough was acknowledged');
      },
    });
    if ((await server.stop('SIGTERM')) !== 0) broken.push('SIGTERM did not end it with 0');
    const findings = await audit({ kind: 'sqlite', path }, receipts);
    return { ...harmed, acknowledged: receipts.order.length, ...findings, broken };
  } finally {
    await server.stop('SIGKILL');
  }
}
