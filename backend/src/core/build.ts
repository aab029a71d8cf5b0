import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const STAMPS = ['backend/dist/.built-from', 'frontend/dist/.built-from'];

const BUILD_LENGTH = 12;

const manifestSchema = z.object({ version: z.string() });

/** Returns the version in package.json, and an id of the builds of back end and front end; `none` if one is missing. */
export function readBuild(): { readonly version: string; readonly build: string } {
  const root = rootFolder();
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { version } = manifestSchema.parse(manifest);
  const stamps = STAMPS.map((name) => join(root, name));
  if (!stamps.every((file) => existsSync(file))) return { version, build: 'none' };
  const hash = createHash('sha256');
  for (const file of stamps) hash.update(readFileSync(file));
  return { version, build: hash.digest('hex').slice(0, BUILD_LENGTH) };
}

export function rootFolder(): string {
  return rootAbove(dirname(fileURLToPath(import.meta.url)));
}

function rootAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : rootAbove(dirname(folder));
}
