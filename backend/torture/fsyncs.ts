import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Effort, Outcome } from './outcome.js';
import { tryServer } from './trial.js';

/** Acknowledgements whose fsyncs are counted. */
const ACKNOWLEDGED = 1_000;
const ACKNOWLEDGED_IN_BRIEF = 50;

/** Counts with strace how often a server asks the disk for what one writer, who waits for each answer, was told is kept. */
export async function countFsyncs(effort: Effort): Promise<Outcome> {
  return tryServer(effort, async (trial) => {
    const tracer = await trace(trial.server.pid);
    await trial.writeMore(effort.brief ? ACKNOWLEDGED_IN_BRIEF : ACKNOWLEDGED, 1);
    if (tracer === null) return { harmed: 0, measured: { fsyncs: 'not counted: no strace' } };
    const fsyncs = await tracer.stop();
    const acknowledged = trial.receipts.order.length;
    if (fsyncs < acknowledged) {
      trial.broken.push(`${fsyncs} fsyncs for ${acknowledged} acknowledgements`);
    }
    return { harmed: 0, measured: { fsyncs } };
  });
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
      let sum = 0;
      for (const [, calls] of said.matchAll(/^\s*(\d+) f(?:data)?sync$/gm)) sum += Number(calls);
      return sum;
    },
  };
}
