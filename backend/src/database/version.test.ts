import { expect, test } from '@jest/globals';
import { findFlaw } from './version.js';

const KNOWN = ['First1', 'Second2', 'Third3'];

const flawFor = (role: 'server' | 'tool', ...applied: string[]): string | null =>
  findFlaw(role, applied, KNOWN);

test('a server accepts a new, an older and a current database', () => {
  for (const count of [0, 1, 2, 3]) {
    expect(flawFor('server', ...KNOWN.slice(0, count))).toBeNull();
  }
});

test('a tool accepts a new and a current database, and rejects an older one', () => {
  expect(flawFor('tool')).toBeNull();
  expect(flawFor('tool', 'First1', 'Second2', 'Third3')).toBeNull();
  expect(flawFor('tool', 'First1')).toBe(
    'which was made by an earlier version of this program: it was left unchanged; make a backup, then start the server, which migrates it',
  );
});

test('a server rejects a database with an unknown migration', () => {
  expect(flawFor('server', 'First1', 'Second2', 'Third3', 'Fourth4')).toBe(
    'which was made by another version of this program (Fourth4): it was left unchanged; start that version, or name another database',
  );
});
