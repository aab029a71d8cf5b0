import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { nullIfMissing, StartError } from '../../core/errors.js';
import { replaceContent } from '../../core/files.js';
import { openCheckpoint, type Checkpoint } from '../../verify/checkpoint.js';
import { parseJson } from '../../verify/entry.js';

const stateSchema = z.strictObject({ vkey: z.string(), checkpoint: z.string() });

/**
 * Returns the checkpoint of the last run that passed every check; null if there is no state file.
 * @throws StartError if the file cannot be read or is not a state file
 */
export async function readState(path: string): Promise<Checkpoint | null> {
  const text = await readFile(path, 'utf8')
    .catch(nullIfMissing)
    .catch((error: unknown) => {
      throw new StartError(
        `${path} cannot be read (${String(error)}): make it readable, or name another file with --state`,
      );
    });
  if (text === null) return null;
  const { data } = stateSchema.safeParse(parseJson(text));
  const checkpoint = data === undefined ? null : openCheckpoint(data.checkpoint, data.vkey);
  if (checkpoint !== null) return checkpoint;
  throw new StartError(`${path} is not a state file of verify: name another file with --state`);
}

/** @throws StartError if the file cannot be written */
export async function writeState(path: string, { vkey, note }: Checkpoint): Promise<void> {
  const state: z.infer<typeof stateSchema> = { vkey, checkpoint: note };
  await replaceContent(path, `${JSON.stringify(state, null, 2)}\n`).catch((error: unknown) => {
    throw new StartError(
      `${path} cannot be written (${String(error)}): name another file with --state`,
    );
  });
}
