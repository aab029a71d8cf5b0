import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { Clock, dayOf } from '../../src/core/clock.js';
import { nameRow, select } from '../../src/database/reader.js';
import { openDatabase } from '../../src/open-database.js';
import { Doctor } from '../../src/doctor/doctor.js';
import { withDatabase } from '../../src/ops/databases.js';
import { Settings } from '../../src/settings.js';
import { callOps } from '../support/call-ops.js';
import { seedWallets } from '../support/data/seed.js';
import { openShell } from '../support/shell.js';
import { withFolder } from '../support/temporary-database.js';

const PAGE = readFileSync('docs/database.md', 'utf8');
const DAY_MS = 86_400_000;

interface Step {
  readonly kind: 'sql' | 'ops';
  readonly text: string;
  /** Rows of cells, the header first; null if the page shows no answer. */
  readonly answer: readonly string[][] | null;
}

function stepsOf(page: string): Step[] {
  const blocks = Array.from(page.matchAll(/^```(\w*)\n([^]*?)^```$/gm));
  return blocks.flatMap(([, language, text = ''], index): Step[] => {
    const next = blocks[index + 1]?.[2] ?? '';
    if (language === 'sql') {
      return [{ kind: 'sql', text, answer: next.startsWith('┌') ? cellsOf(next) : null }];
    }
    return text.startsWith('$ ops ') ? [{ kind: 'ops', text: text.slice(6), answer: null }] : [];
  });
}

function cellsOf(box: string): string[][] {
  const lines = box.split('\n').filter((line) => line.startsWith('│'));
  return lines.map((line) =>
    line
      .split('│')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Replaces each date with the number of days from it to `today`. */
function relativeTo(today: string, cells: readonly string[][]): string[][] {
  const age = (day: string): string => `day ${(Date.parse(today) - Date.parse(day)) / DAY_MS}`;
  return cells.map((row) => row.map((cell) => cell.replaceAll(/\d{4}-\d\d-\d\d/g, age)));
}

const anyRow = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** Returns the rows of the last statement, the header first. */
async function answerOf(shell: DataSource, sql: string): Promise<string[][]> {
  let rows: z.infer<typeof anyRow>[] = [];
  for (const statement of sql.trim().split(/;\n/)) {
    rows = z
      .array(anyRow)
      .catch([])
      .parse(await shell.query(statement));
  }
  return [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row).map(shown))];
}

const shown = (value: string | number | null): string => String(value ?? '');

async function followPage(url: string, today: string): Promise<void> {
  const { database: location, publicOrigin } = new Settings({ DATABASE_URL: url });
  await withDatabase(await openDatabase(location), ({ writer }) =>
    seedWallets(writer, 300, publicOrigin, new Date(`${today}T12:00:00.000Z`)),
  );
  const writtenOn = /joined at noon on ([\d-]+)/.exec(PAGE)?.[1] ?? '';
  const shell = await openShell(url);
  await shell.query('PRAGMA foreign_keys = ON');
  for (const { kind, text, answer } of stepsOf(PAGE)) {
    if (kind === 'ops') {
      const words = Array.from(text.matchAll(/'([^']*)'|(\S+)/g), ([, a, b]) => a ?? b ?? '');
      expect([text, (await callOps(url, words)).stderr]).toEqual([text, '']);
      continue;
    }
    const found = await answerOf(shell, text);
    if (answer === null) continue;
    expect([text, relativeTo(today, found)]).toEqual([text, relativeTo(writtenOn, answer)]);
  }
  await shell.destroy();
  await withDatabase(await openDatabase(location), async (database) => {
    const { checks } = await new Doctor(database, new Clock()).look();
    expect(checks.flatMap(({ faults }) => faults)).toEqual([]);
  });
}

test('the SQL of docs/database.md returns the answers shown there, and doctor finds no fault afterwards', async () => {
  for (;;) {
    const today = dayOf(new Date());
    try {
      await withFolder((folder) => followPage(`sqlite:${join(folder, 'page.sqlite')}`, today));
      return;
    } catch (error) {
      // The views use the current date, so the page is tested again if midnight has passed.
      if (dayOf(new Date()) === today) throw error;
    }
  }
});

test('docs/database.md has three numbered questions and at least three answers', () => {
  const answered = stepsOf(PAGE).filter(({ answer }) => answer !== null);
  expect(PAGE.match(/^### \d+\. /gm)).toHaveLength(3);
  expect(answered.length).toBeGreaterThanOrEqual(3);
});

test('docs/database.md names every view and table of a SQLite database', async () => {
  await withFolder(async (folder) => {
    const { database: location } = new Settings({
      DATABASE_URL: `sqlite:${join(folder, 'page.sqlite')}`,
    });
    await withDatabase(await openDatabase(location), async ({ reading }) => {
      const sql = "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')";
      const names = await select(reading, nameRow, `${sql} AND name NOT LIKE 'sqlite%'`);
      expect(names.map(({ name }) => name).filter((name) => !PAGE.includes(`\`${name}\``))).toEqual(
        [],
      );
    });
  });
});
