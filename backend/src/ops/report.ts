import { writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Clock } from '../core/clock.js';
import type { Database } from '../database/database.js';
import { renderPage } from '../operator/page.js';
import { loadSettings } from '../settings.js';
import { newCommand } from './command.js';
import { becomeOwner } from './files.js';
import { gatherStatus } from './gather-status.js';
import { onDatabase } from './with-database.js';

interface Options {
  readonly html: string;
}

export const REPORT = newCommand(
  'report',
  'write the operator’s page to a file',
  'the file is written',
)
  .requiredOption(
    '--html <file>',
    'HTML file to write or replace; it needs no other file (required)',
  )
  .action(onDatabase(write, ({ file }) => `Written to ${file}.`));

async function write(database: Database, { html: file }: Options): Promise<{ file: string }> {
  const report = await gatherStatus(database, loadSettings(), new Clock().now());
  await becomeOwner(dirname(resolve(file)));
  await writeFile(file, renderPage(report), { mode: 0o600 });
  return { file };
}
