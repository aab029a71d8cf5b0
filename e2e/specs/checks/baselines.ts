import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { differenceOf } from './picture.js';

const UPDATES = process.env['UPDATE_SCREENSHOTS'] === '1';

/**
 * Compares a picture with its baseline. With UPDATE_SCREENSHOTS=1, replaces the baseline instead and prints its name.
 */
export async function expectPictureAsBefore(name: string, picture: Buffer): Promise<void> {
  const file = path.join(process.cwd(), 'e2e/screenshots', `${name}.png`);
  if (UPDATES && !existsSync(file)) return keep(file, picture);
  const difference = differenceOf(await readFile(file), picture);
  if (difference === null) return;
  if (UPDATES) return keep(file, picture);
  const folder = await mkdtemp(path.join(tmpdir(), 'pyramidion-pictures-'));
  await writeFile(path.join(folder, 'now.png'), picture);
  await writeFile(path.join(folder, 'difference.png'), difference.drawing);
  throw new Error(
    `${name} ${difference.description}: see ${folder}. UPDATE_SCREENSHOTS=1 keeps what is there now.`,
  );
}

async function keep(file: string, picture: Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, picture);
  process.stderr.write(`Renewed ${path.relative(process.cwd(), file)}\n`);
}
