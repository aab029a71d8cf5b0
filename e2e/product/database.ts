import sqlite3 from 'sqlite3';

const BUSY_MS = 2000;

type Run = (sql: string, values: readonly string[]) => Promise<void>;

/** Opens the product's database as its operator does, beside the running server, for as long as `work` takes. */
export async function openDatabase(path: string, work: (run: Run) => Promise<void>): Promise<void> {
  const database = await new Promise<sqlite3.Database>((resolve, reject) => {
    const opened = new sqlite3.Database(path, (error) => {
      if (error) reject(error);
      else resolve(opened);
    });
  });
  database.configure('busyTimeout', BUSY_MS);
  const run: Run = (sql, values) =>
    new Promise((resolve, reject) => {
      database.run(sql, [...values], (error: Error | null) => {
        if (error) reject(error);
        else resolve();
      });
    });
  try {
    await work(run);
  } finally {
    await new Promise((resolve) => database.close(resolve));
  }
}
