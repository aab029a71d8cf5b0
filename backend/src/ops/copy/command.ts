import type { Command } from 'commander';
import { Clock } from '../../core/clock.js';
import type { Database } from '../../database/database.js';
import type { DatabaseLocation } from '../../database/database.js';
import { openDatabase } from '../../open-database.js';
import { UnusableDatabase } from '../../database/version.js';
import { parseLocation } from '../arguments.js';
import { concluding, newCommand } from '../command.js';
import { describeCheck } from '../doctor/report.js';
import { table } from '../table.js';
import { refuseMissing, using } from '../with-database.js';
import type { CopyReport } from './copy-campaign.js';
import { copyCampaign } from './copy-campaign.js';

interface Options {
  readonly from: DatabaseLocation;
  readonly to: DatabaseLocation;
}

/** `copy --from URL --to URL`: a campaign moves from one database to another, of either kind. */
export function copyCommand(): Command {
  return newCommand(
    'copy',
    'copy a campaign into an empty database, from SQLite to PostgreSQL or back',
    'everything is copied, and holds',
    'the other database is not empty, or what was read does not hold; nothing was copied',
  )
    .requiredOption(
      '--from <url>',
      'the database that has it, as in DATABASE_URL (required)',
      parseLocation,
    )
    .requiredOption(
      '--to <url>',
      'the database that gets it, as in DATABASE_URL (required)',
      parseLocation,
    )
    .addHelpText(
      'after',
      '\nA server may serve meanwhile, but what it writes after the beginning stays behind: stop it first to move.\nA password need not be in the address: PostgreSQL’s own PGPASSWORD and ~/.pgpass do as well. Of the PostgreSQL database that gets the copy, the role needs the right to create a schema, as for doctor.',
    )
    .action(
      concluding(async ({ from, to }: Options) => {
        const report = await using(await openSource(from), async (source) =>
          using(await openTarget(to), (target) => copyCampaign(source, target, new Clock())),
        );
        return { ok: report.ok, report, text: describe(report) };
      }),
    );
}

function openSource(location: DatabaseLocation): Promise<Database> {
  return namedBy('--from', () => {
    refuseMissing(location);
    return openDatabase(location, 'of a copy');
  });
}

function openTarget(location: DatabaseLocation): Promise<Database> {
  return namedBy('--to', () => openDatabase(location, 'of a tool'));
}

/** Has complaints about a database name the option by which it was named. */
async function namedBy(option: string, open: () => Promise<Database>): Promise<Database> {
  try {
    return await open();
  } catch (error) {
    throw error instanceof UnusableDatabase ? error.namedBy(option) : error;
  }
}

function describe({ ok, tables, checks }: CopyReport): string {
  const wrong = checks.filter((check) => !check.ok);
  return [
    table(
      ['Table', 'Rows'],
      tables.map(({ name, rows }) => [name, rows]),
    ),
    ...wrong.flatMap(describeCheck),
    ok
      ? `Copied, and all ${checks.length} checks of doctor hold there.`
      : 'NOT copied: what was read does not hold. Nothing was kept; mend the database that it came from, by doctor.',
  ].join('\n');
}
