import type { DataSource } from 'typeorm';
import { Database } from '../database.js';
import type { Entities } from '../source-options.js';
import { migrate, type Role } from '../version.js';
import { Writer } from '../writer.js';
import { openForReading, openForWriting, withDataSource } from './connection.js';
import { unusable, measureFiles, prepareDatabaseFile } from './database-file.js';
import { ServedFiles } from './served-files.js';

/**
 * Opens a SQLite file, and creates it if it is missing.
 * @throws StartError if the file cannot be used
 */
export async function openSqlite(path: string, entities: Entities, role: Role): Promise<Database> {
  await prepareDatabaseFile(path);
  const opened: DataSource[] = [];
  const keep = (source: DataSource): DataSource => {
    opened.push(source);
    return source;
  };
  try {
    const migrations = await withDataSource(await openForWriting(path), (source) =>
      migrate(source, path, role),
    );
    const reading = keep(await openForReading(path, entities));
    const costlyReading = keep(await openForReading(path, entities));
    const backgroundReading = keep(await openForReading(path, entities));
    const writing = keep(await openForWriting(path, entities));
    const files = role === 'server' ? await ServedFiles.watchOver(path, writing) : null;
    return new Database(
      reading,
      costlyReading,
      backgroundReading,
      writing,
      new Writer(writing, files),
      () => measureFiles(path),
      null,
      migrations,
      files,
    );
  } catch (error) {
    for (const source of opened) await source.destroy();
    throw unusable(path, error);
  }
}
