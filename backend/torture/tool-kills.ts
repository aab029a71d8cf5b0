import { once } from 'node:events';
import { spawnOps } from '../test/run-ops.js';
import { watchChanges } from './changes.js';

/**
 * Runs a command of the operator's tool, and kills it with SIGKILL at a change of `folder`.
 * @param killAt number of the change, from 1; null to let it end by itself
 * @returns how many changes there were
 */
export async function runAndKill(
  databaseUrl: string,
  words: readonly string[],
  folder: string,
  killAt: number | null,
): Promise<number> {
  const changes = watchChanges(folder);
  const child = spawnOps(databaseUrl, words);
  const ended = once(child, 'close');
  if (killAt !== null) {
    await Promise.race([ended, changes.reach(killAt)]);
    child.kill('SIGKILL');
  }
  await ended;
  changes.stop();
  if (changes.count === 0) throw new Error(`${words.join(' ')} has done nothing: is it built?`);
  return changes.count;
}
