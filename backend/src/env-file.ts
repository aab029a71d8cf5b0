import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { StartError } from './core/errors.js';

/** Matches a setting with a quoted value, perhaps on several lines. */
const QUOTED =
  /^([ \t]*(?:export\s+)?[\w.-]+(?:\s*=|:\s))\s*(['"`])(?:\\\2|(?!\2)[^])*\2(?=[ \t]*(?:#.*)?$)/gm;

/** Matches a line on which a value begins with a quotation mark that the line has only once. */
const UNCLOSED = /^[ \t]*(?:export[ \t]+)?([\w.-]+)(?:[ \t]*=|:[ \t])[ \t]*(['"`])(?:(?!\2).)*$/m;

/**
 * Matches a value with a `#` that neither space nor tab precedes: the parser would cut it there. A `#` right after an
 * emptied quoted value is a comment.
 */
const CUT =
  /^[ \t]*(?:export[ \t]+)?([\w.-]+)(?:[ \t]*=|:[ \t])(?![ \t]*(['"`])\2[ \t]*#)[^#\r\n]*(?<![ \t])#/m;

const COMMENT = /^\s*(#|$)/;

const OF_POSTGRES = /^PG[A-Z]+$/;

export interface EnvFile {
  readonly values: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

/**
 * Reads a `.env` file; a missing file counts as empty.
 * @param settings the names of all settings
 * @throws StartError if the file is unreadable or not UTF-8, if a `#` cuts off a value, or if a value's opening
 * quotation mark is not closed
 */
export function readEnvFile(file: string, settings: readonly string[]): EnvFile {
  const text = readText(file);
  const names = withoutQuoted(text);
  const [, unclosed] = UNCLOSED.exec(names) ?? [];
  if (unclosed !== undefined) {
    throw new StartError(
      `${file}: the value of ${unclosed} begins with a quotation mark that is not closed: close or remove it`,
    );
  }
  const [, cut] = CUT.exec(names) ?? [];
  if (cut !== undefined) {
    throw new StartError(
      `${file}: the value of ${cut} is cut at its #, which begins a comment: put the value between quotes, or a space before the comment`,
    );
  }
  return { values: parse(text), warnings: warningsOf(file, names, settings) };
}

/** Empties quoted values, which may be secrets, but keeps their line breaks. */
function withoutQuoted(text: string): string {
  return text.replace(QUOTED, (all, start: string, mark: string) => {
    const lines = all.slice(start.length).split('\n').length;
    return start + mark + mark + '\n'.repeat(lines - 1);
  });
}

function readText(file: string): string {
  const bytes = existsSync(file) ? readBytes(file) : Buffer.alloc(0);
  if (!isUtf8(bytes) || bytes.includes(0)) {
    throw new StartError(`${file} is not UTF-8: save it in that encoding`);
  }
  return bytes
    .toString()
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n');
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new StartError(
      `${file} cannot be read (${String(error)}): let this user read it, or remove it`,
    );
  }
}

function warningsOf(file: string, text: string, settings: readonly string[]): string[] {
  const seen = new Set<string>();
  return text.split('\n').flatMap((line, index) => {
    if (COMMENT.test(line)) return [];
    const place = `${file}, line ${index + 1}`;
    const [name] = Object.keys(parse(line));
    if (name === undefined) return [`${place} is ignored: it is not NAME=value`];
    if (seen.has(name)) return [`${place} sets ${name} again; the last value is used`];
    seen.add(name);
    if (settings.includes(name) || OF_POSTGRES.test(name)) return [];
    return [`${place} sets ${name}, which is not a setting: see docs/settings.md`];
  });
}
