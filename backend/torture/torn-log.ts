import { copyFile, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { openDatabase } from '../src/database/open-database.js';
import { refuseDamaged } from '../src/database/sqlite/refuse-damaged.js';
import { seededRandom } from '../src/seed/random.js';
import { startBuiltServer } from '../test/built-server.js';
import { withFolder } from '../test/temporary-database.js';
import { SOUND, audit, worseOf } from './audit.js';
import { Crowd } from './crowd.js';
import type { KillOptions } from './kills.js';
import type { Outcome } from './outcome.js';
import { Receipts } from './receipts.js';

/** Acknowledgements whose log is torn. */
const ACKNOWLEDGED = 100;

type Tear = (log: Buffer, random: () => number) => Buffer;

/** What a power cut may leave of a log: the front of it, or its length with nonsense or nothing towards the end. */
const TEARS: readonly Tear[] = [
  (log, random) => log.subarray(0, Math.floor(random() * log.length)),
  (log, random) => log.fill(0, Math.floor(random() * log.length)),
  (log, random) => {
    for (let at = Math.floor(random() * log.length); at < log.length; at += 1) {
      log[at] = Math.floor(random() * 256);
    }
    return log;
  },
  (log, random) => {
    const at = Math.floor(random() * log.length);
    log[at] = (log[at] ?? 0) ^ 0xff;
    return log;
  },
];

const recruitRow = z.object({ recruit: z.string(), status: z.enum(['claimed', 'proven']) });

/**
 * Kills a server, tears the end of its log off in many ways, and opens each. What comes back must be what was
 * acknowledged up to some moment, with nothing missing before it: `lost` counts what is missing although later
 * acknowledgements are there.
 */
export async function tearLog({ kills, seed }: KillOptions): Promise<Outcome> {
  const random = seededRandom(seed);
  const receipts = new Receipts();
  const broken: string[] = [];
  const kept: number[] = [];
  let findings = SOUND;
  await withFolder(async (folder) => {
    const path = join(folder, 'test.sqlite');
    broken.push(...(await writeAndKill(path, new Crowd(receipts, random), receipts)));
    const log = await readFile(`${path}-wal`);
    for (let cut = 0; cut <= kills; cut += 1) {
      const tear = cut === 0 ? undefined : TEARS[cut % TEARS.length];
      const copy = join(await mkdtemp(join(folder, 'torn-')), 'test.sqlite');
      await copyFile(path, copy);
      await writeFile(`${copy}-wal`, tear === undefined ? log : tear(Buffer.from(log), random));
      const back = await comeBack(copy, receipts);
      const { doubled, drifted, invented } = await audit({ kind: 'sqlite', path: copy }, receipts);
      findings = worseOf(findings, { lost: countGaps(back), doubled, drifted, invented });
      kept.push(back.filter((there) => there).length);
      if (tear === undefined && back.includes(false)) broken.push('a whole log lost something');
    }
  });
  return {
    harmed: kills,
    acknowledged: receipts.order.length,
    ...findings,
    broken,
    measured: {
      'least that came back': Math.min(...kept),
      'most that came back': Math.max(...kept),
    },
  };
}

/** One writer, so that the order of the acknowledgements is the order of the commits. */
async function writeAndKill(path: string, crowd: Crowd, receipts: Receipts): Promise<string[]> {
  const server = await startBuiltServer(join(path, '..'), {
    DATABASE_URL: `sqlite:${path}`,
    TRUST_PROXY: '1',
  });
  const surprises = await crowd.write(server.url, 1, () => receipts.order.length >= ACKNOWLEDGED);
  await server.stop('SIGKILL');
  return surprises;
}

/** Opens the database as a start does, and says of each acknowledgement, in order, whether it is there. */
async function comeBack(path: string, receipts: Receipts): Promise<boolean[]> {
  await refuseDamaged(path);
  const database = await openDatabase({ kind: 'sqlite', path });
  try {
    const rows = await database.reader.select(recruitRow, 'SELECT recruit, status FROM referral');
    const statuses = new Map(rows.map(({ recruit, status }) => [recruit, status]));
    return receipts.order.map(({ recruit, status }) => {
      const standing = statuses.get(recruit);
      return standing === 'proven' || standing === status;
    });
  } finally {
    await database.close();
  }
}

function countGaps(back: readonly boolean[]): number {
  return back.slice(0, back.lastIndexOf(true) + 1).filter((there) => !there).length;
}
