import type { Command } from 'commander';
import { Clock } from '../../core/clock.js';
import type { DatabaseLocation } from '../../database/database.js';
import { parseLocation } from '../arguments.js';
import type { CommonOptions } from '../command.js';
import { conclude, newCommand } from '../command.js';
import { refuseMissing, withDatabaseAt } from '../with-database.js';
import { copyCampaign } from './copy-campaign.js';
import { describeReport } from './report.js';

interface Options extends CommonOptions {
  readonly from: DatabaseLocation;
  readonly to: DatabaseLocation;
}

/** `copy --from URL --to URL`: a campaign moves from one database to another, of either kind. */
export function copyCommand(): Command {
  return newCommand(
    'copy',
    'copy a campaign into an empty database, from SQLite to PostgreSQL or back',
    {
      well: 'everything is copied, and holds',
      notWell:
        'the other database is not empty, or what was read does not hold; nothing was copied',
    },
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
    .action(async ({ from, to, ...common }: Options) =>
      conclude(common, async () => {
        refuseMissing(from, '--from');
        const report = await withDatabaseAt(
          from,
          (source) =>
            withDatabaseAt(to, (target) => copyCampaign(source, target, new Clock()), '--to'),
          '--from',
          'of a copy',
        );
        return { ok: report.ok, report, text: describeReport(report) };
      }),
    );
}
