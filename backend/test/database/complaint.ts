import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Settings } from '../../src/settings.js';
import { openShell } from '../support/shell.js';

const hasShell = spawnSync('sqlite3', ['-version']).status === 0;

/**
 * Runs statements in the `sqlite3` shell and rolls them back. Uses a plain connection on PostgreSQL, or if the shell is
 * not installed.
 * @param sql each statement must end at the end of a line
 * @returns the error message, or an empty text
 */
export async function complaintAbout(databaseUrl: string, sql: string): Promise<string> {
  const { database } = new Settings({ DATABASE_URL: databaseUrl });
  return database.kind === 'sqlite' && hasShell
    ? complaintOfShell(database.path, sql)
    : complaintOfConnection(databaseUrl, sql);
}

async function complaintOfShell(path: string, sql: string): Promise<string> {
  const shell = spawn('sqlite3', ['-init', '/dev/null', '-bail', path]);
  const ended = once(shell, 'close');
  const complaint = text(shell.stderr);
  shell.stdout.resume();
  shell.stdin.end(`BEGIN;\n${sql};\nROLLBACK;\n`);
  await ended;
  return complaint;
}

async function complaintOfConnection(databaseUrl: string, sql: string): Promise<string> {
  const shell = await openShell(databaseUrl);
  try {
    await shell.query('BEGIN');
    for (const statement of sql.split(/;\s*\n/)) await shell.query(statement);
    return '';
  } catch (error) {
    return String(error);
  } finally {
    await shell.query('ROLLBACK');
    await shell.destroy();
  }
}
