import { openShell } from '../shell.js';

const FIRST = { sqlite: 'WalletsAndReferrals1795255200000', postgres: 'Pyramid1795428000000' };
const LAST = 'FewerSiblings1795946400000';

/** Has a database say that it is of before the first release: the last version of then, or one before that. */
export async function makeFormer(url: string, which: 'last' | 'earlier'): Promise<void> {
  const shell = await openShell(url);
  await shell.query('DELETE FROM migrations');
  for (const name of [FIRST[databaseKind], ...(which === 'last' ? [LAST] : [])]) {
    await shell.query(
      `INSERT INTO migrations (timestamp, name) VALUES (${name.slice(-13)}, '${name}')`,
    );
  }
  await shell.destroy();
}
