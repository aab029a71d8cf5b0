import { describe, expect, test } from '@jest/globals';
import { dirname } from 'node:path';
import { Unavailable } from '../../src/core/errors.js';
import type { Database } from '../../src/database/database.js';
import { join } from '../support/data/joining.js';
import { pagesToWriteBack } from '../support/data/pages-to-write-back.js';
import { eventually } from '../support/eventually.js';
import { runInShell } from '../support/faults/replacements.js';
import { runOps } from '../support/run-ops.js';
import { openShell } from '../support/shell.js';
import { withDatabase } from '../support/temporary-database.js';

/** Writes enough to trigger a checkpoint. */
async function writeMuch({ writer }: Database, name: string): Promise<void> {
  await Promise.all(Array.from({ length: 600 }, (_, index) => writer.write(join(name + index))));
}

async function runSql(path: string, ...statements: string[]): Promise<void> {
  const shell = await openShell(`sqlite:${path}`);
  for (const statement of statements) await shell.query(statement);
  await shell.destroy();
}

async function ops(path: string, ...words: string[]): Promise<void> {
  expect((await runOps(`sqlite:${path}`, ...words)).status).toBe(0);
}

const CHECKPOINT = 'PRAGMA wal_checkpoint(TRUNCATE)';

const ALLOWED: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  'a write in a shell': (path) => runSql(path, 'DELETE FROM wallet', CHECKPOINT),
  'VACUUM in a shell': (path) => runSql(path, 'VACUUM', CHECKPOINT),
  'adding and dropping an index in a shell': (path) =>
    runSql(path, 'CREATE INDEX extra ON wallet (joined_at)', CHECKPOINT, 'DROP INDEX extra'),
  'ops backup': (path) => ops(path, 'backup', `${path}.backup`),
  'ops doctor --repair': (path) => ops(path, 'doctor', '--repair'),
};

const COPIES: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  'an older copy of the file': async (path) => {
    await runSql(path, CHECKPOINT);
    runInShell(`cp ${path} ${path}.copy`, dirname(path));
  },
  'a backup made in a shell': (path) => runSql(path, `VACUUM INTO '${path}.copy'`),
  'a backup made by ops': (path) => ops(path, 'backup', `${path}.copy`),
};

describe('a served database', () => {
  test.each(Object.keys(ALLOWED))('still accepts writes after %s', async (operation) => {
    await withDatabase(async (database, path) => {
      await writeMuch(database, 'before');
      await ALLOWED[operation]?.(path);
      await writeMuch(database, 'after');
      expect(await database.writer.write(join('last'))).toBe('last');
    });
  });

  test.each(Object.keys(COPIES))('rejects a write after %s has overwritten it', async (copy) => {
    await withDatabase(async (database, path) => {
      await writeMuch(database, 'before');
      await COPIES[copy]?.(path);
      await writeMuch(database, 'after');
      await eventually(() => pagesToWriteBack(database), 0);
      runInShell(`cp ${path}.copy ${path}`, dirname(path));
      await expect(database.writer.write(join('late'))).rejects.toThrow(Unavailable);
    });
  });
});
