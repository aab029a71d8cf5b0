import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { DataSource } from 'typeorm';

const hasShell = spawnSync('sqlite3', ['-version']).status === 0;

/**
 * Types statements into the `sqlite3` shell, and takes them back; without a shell on this machine, into a connection
 * like the shell's.
 * @returns what the shell complains of; empty when it took everything
 */
export async function complaintAbout(path: string, sql: string): Promise<string> {
  return hasShell ? complaintOfShell(path, sql) : complaintOfConnection(path, sql);
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

async function complaintOfConnection(path: string, sql: string): Promise<string> {
  const connection = await new DataSource({ type: 'sqlite', database: path }).initialize();
  try {
    await connection.query('PRAGMA foreign_keys = OFF');
    await connection.query('BEGIN');
    for (const statement of sql.split(/;\s*\n/)) await connection.query(statement);
    return '';
  } catch (error) {
    return String(error);
  } finally {
    await connection.query('ROLLBACK');
    await connection.destroy();
  }
}
