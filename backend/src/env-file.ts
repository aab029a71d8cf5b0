import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse, populate } from 'dotenv';
import { errorCode, StartError } from './core/errors.js';

/** A value without quotes in which `#` begins a comment that is not set off by a space, which nobody means. */
const CUT = /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=(?![ \t]*['"`])[^#\r\n]*(?<![ \t])#/m;

/**
 * Adds to an environment what the `.env` file in the working directory spells, if there is one. What is there stays.
 * @throws StartError when it cannot be read, or a `#` would cut a value
 */
export function completeByEnvFile(environment: NodeJS.ProcessEnv): void {
  const file = resolve('.env');
  const text = textOf(file);
  const [, cut] = CUT.exec(text) ?? [];
  if (cut !== undefined) {
    throw new StartError(
      `${file}: the value of ${cut} is cut at its #, which begins a comment: put the value between quotes, or a space before the comment`,
    );
  }
  populate(environment, parse(text));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return '';
    throw new StartError(
      `${file} cannot be read (${String(error)}): let this user read it, or remove it`,
    );
  }
}
