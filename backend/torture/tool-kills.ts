import { once } from 'node:events';
import { watch } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { spawnOps } from '../test/run-ops.js';

/**
 * Runs a command of the operator's tool, and kills it with SIGKILL some time after it first touched `folder`.
 * @param killAfter in milliseconds; null to let it end by itself
 * @returns milliseconds from the first touch to the end
 */
export async function runAndKill(
  databaseUrl: string,
  words: readonly string[],
  folder: string,
  killAfter: number | null,
): Promise<number> {
  const touched = firstTouch(folder);
  const child = spawnOps(databaseUrl, words);
  const ended = once(child, 'close');
  await Promise.race([touched, failure(ended, words)]);
  const started = performance.now();
  if (killAfter !== null) await Promise.race([ended, delay(killAfter)]);
  if (killAfter !== null) child.kill('SIGKILL');
  await ended;
  return performance.now() - started;
}

async function firstTouch(folder: string): Promise<void> {
  for await (const event of watch(folder)) {
    if (event.filename !== null) return;
  }
}

/** @throws when the command ends before anything else */
async function failure(ended: Promise<unknown>, words: readonly string[]): Promise<never> {
  await ended;
  throw new Error(`${words.join(' ')} has done nothing: is the tool built?`);
}
