import { expect, test } from '@jest/globals';
import { refuseOtherVersion } from './version.js';

const KNOWN = ['First1', 'Second2', 'Third3'].map((name) => ({ name }));

const refuse =
  (opening: 'of a server' | 'of a tool', ...applied: string[]): (() => void) =>
  () =>
    refuseOtherVersion('here', opening, applied, KNOWN);

test('a server takes a database that is new, of an earlier version, or up to date', () => {
  for (const count of [0, 1, 2, 3]) {
    expect(refuse('of a server', ...['First1', 'Second2', 'Third3'].slice(0, count))).not.toThrow();
  }
});

test('a tool leaves a database of an earlier version to its server', () => {
  expect(refuse('of a tool')).not.toThrow();
  expect(refuse('of a tool', 'First1', 'Second2', 'Third3')).not.toThrow();
  expect(refuse('of a tool', 'First1')).toThrow(
    'DATABASE_URL names here, which an earlier version of this program has made: it was left as it is; make a backup, and start the server, which brings it up to date',
  );
});

test('no migration is run again where one is missing among the later ones', () => {
  expect(refuse('of a server', 'First1', 'Third3')).toThrow(
    'DATABASE_URL names here, whose table migrations has no Second2, but later ones: it was left as it is; restore it from a backup, or put back the rows that were removed from its table migrations',
  );
});

test('a database that a newer version has changed is left to that version', () => {
  expect(refuse('of a server', 'First1', 'Second2', 'Third3', 'Fourth4')).toThrow(
    'DATABASE_URL names here, which a newer version of this program has changed (Fourth4): it was left as it is; start the newer version',
  );
});
