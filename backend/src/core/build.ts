import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Which program this is. */
export interface Build {
  /** As in package.json. */
  readonly version: string;
  /** Another one for every other code, back end or front end; `none` where it is built as it changes. */
  readonly build: string;
}

/** What a build leaves beside its output: a hash of all that went in. */
const STAMPS = ['backend/dist/.built-from', 'frontend/dist/.built-from'];

const BUILD_LENGTH = 12;

const manifestSchema = z.object({ version: z.string() });

/** Which program is in the files that this process was started from, as they are now. */
export function readBuild(): Build {
  const root = rootAbove(dirname(fileURLToPath(import.meta.url)));
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const stamps = STAMPS.map((name) => join(root, name));
  return {
    version: manifestSchema.parse(manifest).version,
    build: stamps.every((file) => existsSync(file)) ? digestOf(stamps) : 'none',
  };
}

function digestOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, BUILD_LENGTH);
}

/** The folder that holds package.json: this code is at several depths below it, bundled and not. */
export function rootAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : rootAbove(dirname(folder));
}
