import type { Command } from 'commander';
import { Clock } from '../../core/clock.js';
import type { Database } from '../../database/database.js';
import type { DatabaseLocation } from '../../database/database.js';
import { StartError } from '../../core/errors.js';
import { loadSettings } from '../../settings.js';
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
  readonly from?: DatabaseLocation;
  readonly to?: DatabaseLocation;
}

/** `copy --from URL --to URL`: a campaign moves from one database to another, of either kind; one of them may be that of the settings. */
export function copyCommand(): Command {
  return newCommand(
    'copy',
    'copy a campaign into an empty database, from SQLite to PostgreSQL or back',
    'everything is copied, and holds',
    'the other database is not empty, or what was read does not hold; nothing was copied',
  )
    .option('--from <url>', 'the database that has it (default: DATABASE_URL)', parseLocation)
    .option('--to <url>', 'the database that gets it (default: DATABASE_URL)', parseLocation)
    .addHelpText(
      'after',
      '\nA server may serve meanwhile, but what it writes after the beginning stays behind: stop it first to move.\nEverybody on the machine sees the arguments of a process: have DATABASE_URL name the address that holds a password, or PGPASSFILE a file with it. Of the PostgreSQL database that gets the copy, the role needs the right to create a schema, as for doctor.',
    )
    .action(
      concluding(async ({ from, to }: Options) => {
        if (from === undefined && to === undefined) {
          throw new StartError('DATABASE_URL is one of the two: name the other, by --from or --to');
        }
        const report = await using(await openSource(from), async (source) =>
          using(await openTarget(to), (target) => copyCampaign(source, target, new Clock())),
        );
        return { ok: report.ok, report, text: describe(report) };
      }),
    );
}

function openSource(from: Options['from']): Promise<Database> {
  return open('--from', from, (location) => {
    refuseMissing(location);
    return openDatabase(location, 'of a tool');
  });
}

function openTarget(to: Options['to']): Promise<Database> {
  return open('--to', to, (location) => openDatabase(location, 'of a tool'));
}

/** Opens the database that the option names, or else the settings, and has complaints about it say which of them did. */
async function open(
  option: string,
  named: DatabaseLocation | undefined,
  openAt: (location: DatabaseLocation) => Promise<Database>,
): Promise<Database> {
  if (named === undefined) return openAt(loadSettings().database);
  try {
    return await openAt(named);
  } catch (error) {
    if (!(error instanceof UnusableDatabase)) throw error;
    throw new StartError(error.message.replace(/^DATABASE_URL/, option));
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
