import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { openDatabase } from '../../src/open-database.js';
import { rejectDamaged } from '../../src/database/sqlite/integrity.js';
import { withFolder } from '../../test/support/temporary-database.js';
import { audit, worseOf } from '../audit.js';
import { SOUND, outcomeOf, type Effort, type Outcome } from '../report.js';
import { Trial, tryServer } from '../trial.js';
import type { Receipts } from '../workload.js';
import { select } from '../../src/database/reader.js';

const WRITES_IN_LOG = 100;

type Tear = (log: Buffer, random: () => number) => Buffer;

/** Damage that a power cut can do to a write-ahead log: its end is missing, zeros or garbage, or one byte is wrong. */
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
 * Kills a server, damages copies of its write-ahead log, and opens the database with each copy. The database must then
 * have a prefix of the acknowledged writes: `lost` counts missing writes that precede a recovered write.
 */
export async function tearLog({ kills, seed }: Effort): Promise<Outcome> {
  return withFolder(async (folder) => {
    const path = join(folder, 'test.sqlite');
    const trial = await Trial.on(folder, seed, {});
    const { random, receipts, broken } = trial;
    // With one writer, writes are acknowledged in the order of their commits.
    await trial.writeMore(WRITES_IN_LOG, 1);
    await trial.server.stop('SIGKILL');
    const log = await readFile(`${path}-wal`);
    const kept: number[] = [];
    let findings = SOUND;
    for (let cut = 0; cut <= kills; cut += 1) {
      const tear = cut === 0 ? undefined : TEARS[cut % TEARS.length];
      const copy = join(await mkdtemp(join(folder, 'torn-')), 'test.sqlite');
      await copyFile(path, copy);
      await writeFile(`${copy}-wal`, tear === undefined ? log : tear(Buffer.from(log), random));
      const back = await findRecorded(copy, receipts);
      const found = await audit(`sqlite:${copy}`, receipts);
      findings = worseOf(findings, { ...found, lost: countGaps(back) });
      kept.push(back.filter((there) => there).length);
      if (tear === undefined && back.includes(false)) broken.push('a complete log lost a write');
    }
    return outcomeOf({
      harmed: kills,
      acknowledged: receipts.order.length,
      ...findings,
      broken,
      measured: {
        'fewest writes recovered': Math.min(...kept),
        'most writes recovered': Math.max(...kept),
      },
    });
  });
}

/** Opens the database as a starting server does. Returns, for each acknowledged write, whether it was recovered. */
async function findRecorded(path: string, receipts: Receipts): Promise<boolean[]> {
  await rejectDamaged(path);
  const database = await openDatabase({ kind: 'sqlite', path });
  try {
    const rows = await select(database.reading, recruitRow, 'SELECT recruit, status FROM referral');
    const statuses = new Map(rows.map(({ recruit, status }) => [recruit, status]));
    return receipts.order.map(({ recruit, status }) => {
      const recorded = statuses.get(recruit);
      return recorded === 'proven' || recorded === status;
    });
  } finally {
    await database.close();
  }
}

function countGaps(back: readonly boolean[]): number {
  return back.slice(0, back.lastIndexOf(true) + 1).filter((there) => !there).length;
}

const ACKNOWLEDGED = 1_000;

const ACKNOWLEDGED_IN_BRIEF = 50;

export async function countFsyncs(effort: Effort): Promise<Outcome> {
  return tryServer(effort, async (trial) => {
    const stopTracing = await trace(trial.server.pid);
    await trial.writeMore(effort.brief ? ACKNOWLEDGED_IN_BRIEF : ACKNOWLEDGED, 1);
    if (stopTracing === null) {
      return { harmed: 0, measured: { fsyncs: 'not counted: strace cannot trace' } };
    }
    const fsyncs = await stopTracing();
    const acknowledged = trial.receipts.order.length;
    if (fsyncs < acknowledged) {
      trial.broken.push(`${fsyncs} fsyncs for ${acknowledged} acknowledgements`);
    }
    return { harmed: 0, measured: { fsyncs } };
  });
}

const COUNT_SYNCS = ['-f', '-c', '-U', 'calls,name', '-e', 'trace=fsync,fdatasync'];

/** Returns a function that stops the trace and counts the fsyncs; null if strace cannot trace the process. */
async function trace(pid: number): Promise<(() => Promise<number>) | null> {
  const tracer = spawn('strace', [...COUNT_SYNCS, '-p', String(pid)]);
  let said = '';
  tracer.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  // If strace is not installed, `once` rejects.
  const ended = once(tracer, 'close').catch(() => null);
  await Promise.race([ended, once(tracer.stderr, 'data')]);
  if (!said.includes('attached')) return null;
  return async () => {
    tracer.kill('SIGINT');
    await ended;
    const counts = Array.from(said.matchAll(/^\s*(\d+) f(?:data)?sync$/gm), ([, calls]) =>
      Number(calls),
    );
    return counts.reduce((sum, calls) => sum + calls, 0);
  };
}
