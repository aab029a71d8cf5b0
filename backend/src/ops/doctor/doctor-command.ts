import type { Command } from 'commander';
import { Clock } from '../../core/clock.js';
import type { CommonOptions } from '../command.js';
import { conclude, newCommand } from '../command.js';
import { withDatabase } from '../with-database.js';
import { Doctor } from './doctor.js';
import { describeReport } from './report.js';

interface Options extends CommonOptions {
  readonly repair?: true;
}

/** `doctor`: looks whether everything in the database agrees, while the server serves. */
export function doctorCommand(): Command {
  return newCommand(
    'doctor',
    'check that what is in the database is sound and agrees with itself',
    {
      well: 'all is well',
      notWell: 'something is wrong, after --repair still',
    },
  )
    .option(
      '--repair',
      'mend what follows from other rows: totals, points, ranking, indexes, views, triggers; never a referral',
    )
    .addHelpText(
      'after',
      '\nOn PostgreSQL, the role needs the right to create a schema: what the migrations make is made once more beside what is there, and removed again.',
    )
    .action(async ({ repair, ...common }: Options) =>
      conclude(common, () =>
        withDatabase(async (database) => {
          const doctor = new Doctor(database, new Clock());
          const report = repair === true ? await doctor.repair() : await doctor.look();
          return { ok: report.ok, report, text: describeReport(report) };
        }),
      ),
    );
}
