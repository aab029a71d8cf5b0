import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../src/database/database.js';
import { openDatabase } from '../src/database/open-database.js';

/** Runs `work` on a fresh database in a folder of its own, which is removed afterwards. */
export async function withDatabase(
  work: (database: Database, path: string) => Promise<void>,
): Promise<void> {
  await withFolder(async (folder) => {
    const path = join(folder, 'test.sqlite');
    const database = await openDatabase({ kind: 'sqlite', path });
    try {
      await work(database, path);
    } finally {
      await database.close();
    }
  });
}

/** Runs `work` with an empty folder, which is removed afterwards. */
export async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pyramidion-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
