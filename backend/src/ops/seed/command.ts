import type { Command } from 'commander';
import { z } from 'zod';
import type { Database } from '../../database/database.js';
import { openDatabase } from '../../open-database.js';
import { loadSettings } from '../../settings.js';
import { parseCount } from '../arguments.js';
import { concluding, newCommand, Refused } from '../command.js';
import { withProgress } from '../progress.js';
import { facts } from '../table.js';
import { using } from '../with-database.js';
import { seedWallets } from './seed.js';

const MAX_WALLETS = 1_000_000;

/** Where nobody but who sits at this machine is recruited. */
const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

const count = z.int().nonnegative();

/** What `seed` prints with `--json`. */
export const seedReportSchema = z.strictObject({
  wallets: count,
  claimed: count,
  proven: count,
  checkIns: count,
});

type SeedReport = z.infer<typeof seedReportSchema>;

const CONTENTS = `
SELECT (SELECT count(*) FROM wallet) AS wallets,
  (SELECT count(*) FROM referral WHERE status = 'claimed') AS claimed,
  (SELECT count(*) FROM referral WHERE status = 'proven') AS proven,
  (SELECT count(*) FROM check_in) AS "checkIns"`;

/** `seed N`: an invented campaign, to try things out on. */
export function seedCommand(): Command {
  return newCommand(
    'seed',
    'fill an empty database with invented wallets, to try things out',
    'they are there',
    'the database is not empty or the site is public, and nothing was written',
  )
    .argument('<count>', 'how many wallets', parseCount(MAX_WALLETS))
    .addHelpText(
      'after',
      '\nTheir keys are no secret: anybody can sign in their names. So it is only done where PUBLIC_ORIGIN is this machine.',
    )
    .action(
      concluding(async (count: number) => {
        const { database: location, publicOrigin } = loadSettings();
        refusePublic(publicOrigin);
        const database = await openDatabase(location, 'of a tool');
        const report = await using(database, () => seed(database, count, publicOrigin));
        const text = facts([
          ['Wallets', report.wallets],
          ['Claimed recruits', report.claimed],
          ['Proven recruits', report.proven],
          ['Check-ins', report.checkIns],
        ]);
        return { report, text };
      }),
    );
}

/** @throws Refused when there are wallets already */
export async function seed(
  database: Database,
  wallets: number,
  origin: string,
): Promise<SeedReport> {
  const before = await readContents(database);
  if (before.wallets > 0) {
    throw new Refused(
      `there are ${before.wallets.toLocaleString('en')} wallets in the database, and invented ones could not be told from them: name another database by DATABASE_URL`,
    );
  }
  await withProgress('Inventing', wallets, (reach) =>
    seedWallets(database.writer, wallets, origin, reach),
  );
  return readContents(database);
}

/** @throws Refused where visitors come */
export function refusePublic(origin: string): void {
  if (LOCAL_NAMES.has(new URL(origin).hostname)) return;
  throw new Refused(
    `PUBLIC_ORIGIN is ${origin}, a public site, where invented wallets have no place: seed where it is unset, or names localhost`,
  );
}

async function readContents({ reader }: Database): Promise<SeedReport> {
  const [contents] = await reader.select(seedReportSchema, CONTENTS);
  if (contents === undefined) throw new Error('The database counted nothing.');
  return contents;
}
