import { z } from 'zod';
import { dayOf } from '../../core/clock.js';
import type { Database } from '../../database/database.js';
import type { SqlValue } from '../../database/reader.js';
import type { Writer } from '../../database/writer.js';
import { isLoopbackName } from '../../http/host.js';
import { openDatabase } from '../../open-database.js';
import { loadSettings } from '../../settings.js';
import { parseCount } from '../arguments.js';
import { newCommand, Refused, reporting } from '../command.js';
import { withProgress } from '../progress.js';
import { insertRows } from '../rows.js';
import { facts } from '../table.js';
import { using } from '../with-database.js';
import { inventWallets, type InventedWallet } from './invent.js';

const MAX_WALLETS = 1_000_000;

const count = z.int().nonnegative();

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

export const SEED = newCommand(
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
    reporting(
      async (wallets: number) => {
        const { database: location, publicOrigin } = loadSettings();
        refusePublic(publicOrigin);
        return using(await openDatabase(location, 'of a tool'), (database) =>
          seed(database, wallets, publicOrigin),
        );
      },
      (report) =>
        facts([
          ['Wallets', report.wallets],
          ['Claimed recruits', report.claimed],
          ['Proven recruits', report.proven],
          ['Check-ins', report.checkIns],
        ]),
    ),
  );

/** @throws Refused where visitors come */
export function refusePublic(origin: string): void {
  if (isLoopbackName(new URL(origin).hostname)) return;
  throw new Refused(
    `PUBLIC_ORIGIN is ${origin}, a public site, where invented wallets have no place: seed where it is unset, or names localhost`,
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

async function readContents({ reader }: Database): Promise<SeedReport> {
  const [contents] = await reader.select(seedReportSchema, CONTENTS);
  return seedReportSchema.parse(contents);
}

/** The more there are, the fewer pages are written more than once. */
const WALLETS_IN_A_TRANSACTION = 50_000;
const ROWS_IN_A_STATEMENT = 500;

/**
 * Fills an empty database with invented wallets, the last of which joins now.
 * @param origin the site that they have visited; null where they are to have claims only
 */
export async function seedWallets(
  writer: Writer,
  count: number,
  origin: string | null,
  reach: (wallets: number) => void,
): Promise<void> {
  let batch: InventedWallet[] = [];
  let done = 0;
  for (const wallet of inventWallets(count, new Date(), origin)) {
    batch.push(wallet);
    reach((done += 1));
    if (batch.length < WALLETS_IN_A_TRANSACTION && done < count) continue;
    const inserts = Object.entries(rowsOf(batch));
    await writer.write(async (manager) => {
      for (const [target, rows] of inserts) {
        for (let start = 0; start < rows.length; start += ROWS_IN_A_STATEMENT) {
          await insertRows(manager, target, rows.slice(start, start + ROWS_IN_A_STATEMENT));
        }
      }
    });
    batch = [];
  }
}

/** The rows of wallets, by the table and the columns that they go into. */
function rowsOf(wallets: readonly InventedWallet[]): Record<string, SqlValue[][]> {
  return {
    'wallet (address, joined_at)': wallets.map(({ address, joinedAt }) => [
      address,
      joinedAt.toISOString(),
    ]),
    'referral (recruit, referrer, status, claimed_at, proven_at, message, signature)':
      wallets.flatMap(({ address, joinedAt, referrer, proof }) => {
        if (referrer === null) return [];
        const at = joinedAt.toISOString();
        return proof === null
          ? [[address, referrer, 'claimed', at, null, null, null]]
          : [[address, referrer, 'proven', at, at, ...proof]];
      }),
    'check_in (wallet, day, checked_in_at)': wallets.flatMap(({ address, checkIns }) =>
      checkIns.map((time) => [address, dayOf(time), time.toISOString()]),
    ),
  };
}
