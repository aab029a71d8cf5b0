import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import ts from 'typescript';
import { z } from 'zod';
import { withDatabase } from '../support/temporary-database.js';

const SQL = /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|JOIN|WHERE)\s/;

/** Tables by the word before them, and whatever is of more than one word. */
const NAMED = /(?<=\b(?:FROM|JOIN|INTO|UPDATE|TABLE) )[a-z_]+\b|\b[a-z]+(?:_[a-z]+)+\b/g;

/** Names that a text of SQL gives itself: to a column or a table that it makes. */
const OWN =
  /\b(?:AS|WITH|RECURSIVE) (?:MATERIALIZED )?"?(\w+)|\b(\w+)(?: \([\w, ]+\))? AS (?:(?:NOT )?MATERIALIZED )?\(/g;

/** What SQLite itself calls so. */
const SQLITE = /^(?:sqlite|pragma|page)_/;

const nameRow = z.object({ name: z.string() });
const NAMES = `
SELECT relname AS name FROM pg_class UNION SELECT attname FROM pg_attribute
UNION SELECT proname FROM pg_proc UNION SELECT nspname FROM pg_namespace`;

/** The texts of SQL in a file; where something is filled in is a space. */
function sqlIn(file: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node)) {
      const parts = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
      texts.push(parts.map(({ text }) => text).join(' '));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));
  return texts.filter((text) => SQL.test(text));
}

/** What a file names that neither is in the database nor made by its own SQL. */
function unknownIn(file: string, known: ReadonlySet<string>): string[] {
  const sql = sqlIn(file).join('\n');
  const own = new Set(Array.from(sql.matchAll(OWN), ([, one, other]) => one ?? other));
  return Array.from(sql.matchAll(NAMED), ([name]) => name)
    .filter((name) => !known.has(name) && !own.has(name) && !SQLITE.test(name))
    .map((name) => `${file}: ${name}`);
}

test('every table, column and function that the back end names in SQL is in the database', async () => {
  const files = ts.sys.readDirectory('backend/src', ['.ts'], ['**/*.test.ts', '**/schema/**']);
  await withDatabase(async ({ reader }) => {
    const known = new Set((await reader.select(nameRow, NAMES)).map(({ name }) => name));
    expect(files.flatMap((file) => unknownIn(file, known))).toEqual([]);
    const removed = ['direct_recruits', 'revoked_referral', 'wallet'];
    for (const name of removed) known.delete(name);
    const missed = files.flatMap((file) => unknownIn(file, known)).map((at) => at.split(': ')[1]);
    expect([...new Set(missed)].toSorted()).toEqual(removed);
  });
});
