import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parseSync } from '@swc/core';
import { z } from 'zod';
import { withDatabase } from '../support/temporary-database.js';

const SQL = /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|JOIN|WHERE)\s/;

/** Matches table names after a keyword, and every snake_case word. */
const NAMED =
  /(?<=(?<!DISTINCT )\b(?:FROM|JOIN|INTO|UPDATE|TABLE) )[a-z_]+\b|\b[a-z]+(?:_[a-z]+)+\b/g;

/** Captures names that a statement defines itself: aliases and common tables. */
const OWN =
  /\b(?:AS|WITH|RECURSIVE) (?:MATERIALIZED )?"?(\w+)|\b(\w+)(?: \([\w, ]+\))? AS (?:(?:NOT )?MATERIALIZED )?\(/g;

/** Names that belong to SQLite. */
const SQLITE = /^(?:sqlite|pragma|page)_/;

const nameRow = z.object({ name: z.string() });
const NAMES = `
SELECT relname AS name FROM pg_class UNION SELECT attname FROM pg_attribute
UNION SELECT proname FROM pg_proc UNION SELECT unnest(proargnames) FROM pg_proc
UNION SELECT nspname FROM pg_namespace`;

/** Returns the string literals in a syntax tree; a template's placeholders become spaces. */
function textsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  if ('type' in part && part.type === 'StringLiteral' && 'value' in part)
    return [String(part.value)];
  if ('cooked' in part) return [String(part.cooked)];
  if (!('quasis' in part)) return Object.values(part).flatMap(textsIn);
  const filledIn = 'expressions' in part ? textsIn(part.expressions) : [];
  return [textsIn(part.quasis).join(' '), ...filledIn];
}

/** Returns the SQL in a file. */
function sqlIn(file: string): string {
  const program = parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', decorators: true });
  return textsIn(program)
    .filter((text) => SQL.test(text))
    .join('\n');
}

/** Returns the names in a statement that neither the database nor the statement defines. */
function unknownIn(sql: string, known: ReadonlySet<string>): string[] {
  const own = new Set(Array.from(sql.matchAll(OWN), ([, one, other]) => one ?? other));
  return Array.from(sql.matchAll(NAMED), ([name]) => name).filter(
    (name) => !known.has(name) && !own.has(name) && !SQLITE.test(name),
  );
}

test('every table, column and function that the back end names in SQL is in the database', async () => {
  const files = readdirSync('backend/src', { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        /(?<!\.test)\.ts$/.test(name) && !/\b(migrations|objects)\/|restore\/rebuild/.test(name),
    )
    .map((name) => ({ name, sql: sqlIn(join('backend/src', name)) }));
  await withDatabase(async ({ reader }) => {
    const known = new Set((await reader.select(nameRow, NAMES)).map(({ name }) => name));
    const unknown = files.map(({ name, sql }) => ({ name, unknown: unknownIn(sql, known) }));
    expect(unknown.filter((file) => file.unknown.length > 0)).toEqual([]);
    const removed = ['direct_recruits', 'revoked_referral', 'wallet'];
    for (const name of removed) known.delete(name);
    const missed = files.flatMap(({ sql }) => unknownIn(sql, known));
    expect([...new Set(missed)].toSorted()).toEqual(removed);
  });
});
