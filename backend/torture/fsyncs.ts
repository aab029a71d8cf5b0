import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { withFolder } from '../test/temporary-database.js';
import type { Outcome } from './outcome.js';
import type { Harm } from './trial.js';
import { tryServer } from './trial.js';

/** How many acknowledgements to wait for, and the seed that says what is written. */
export interface SyncOptions {
  readonly acknowledgements: number;
  readonly seed: number;
}

/** Counts with strace how often a server asks the disk for what one writer, who waits for each answer, was told is kept. */
export async function countFsyncs({ acknowledgements, seed }: SyncOptions): Promise<Outcome> {
  const harm: Harm = async ({ server, crowd, receipts, broken }) => {
    const tracer = await trace(server.pid);
    const isOver = (): boolean => receipts.order.length >= acknowledgements;
    broken.push(...(await crowd.write(server.url, 1, isOver)));
    if (tracer === null) return { harmed: 0, measured: { fsyncs: 'not counted: no strace' } };
    const fsyncs = await tracer.stop();
    if (fsyncs < receipts.order.length) {
      broken.push(`${fsyncs} fsyncs for ${receipts.order.length} acknowledgements`);
    }
    return { harmed: 0, measured: { fsyncs } };
  };
  return withFolder((folder) => tryServer(folder, seed, harm));
}

interface Tracer {
  /** @returns the calls since it started */
  readonly stop: () => Promise<number>;
}

const COUNT_SYNCS = ['-f', '-c', '-U', 'calls,name', '-e', 'trace=fsync,fdatasync'];

/** @returns null where there is no strace, or it may not be used */
async function trace(pid: number): Promise<Tracer | null> {
  const tracer = spawn('strace', [...COUNT_SYNCS, '-p', String(pid)]);
  let said = '';
  tracer.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = Promise.race([once(tracer, 'close'), once(tracer, 'error')]);
  await Promise.race([ended, once(tracer.stderr, 'data')]);
  if (!said.includes('attached')) return null;
  return {
    async stop() {
      tracer.kill('SIGINT');
      await ended;
      const counts = said.matchAll(/^\s*(\d+) f(?:data)?sync$/gm);
      return Array.from(counts, ([, calls]) => Number(calls)).reduce(
        (sum, calls) => sum + calls,
        0,
      );
    },
  };
}
