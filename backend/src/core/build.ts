import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** What a build leaves beside its output: a hash of all that went in. */
const STAMPS = ['backend/dist/.built-from', 'frontend/dist/.built-from'];

const BUILD_LENGTH = 12;

const manifestSchema = z.object({ version: z.string() });

/**
 * Which program is in the files that this process was started from, as they are now: its version, as in package.json, and
 * its build, another one for every other code, back end or front end; `none` where it is built as it changes.
 */
export function readBuild(): { readonly version: string; readonly build: string } {
  const root = rootAbove(dirname(fileURLToPath(import.meta.url)));
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { version } = manifestSchema.parse(manifest);
  const stamps = STAMPS.map((name) => join(root, name));
  if (!stamps.every((file) => existsSync(file))) return { version, build: 'none' };
  const hash = createHash('sha256');
  for (const file of stamps) hash.update(readFileSync(file));
  return { version, build: hash.digest('hex').slice(0, BUILD_LENGTH) };
}

/** The folder that holds package.json: this code is at several depths below it, bundled and not. */
function rootAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : rootAbove(dirname(folder));
}
