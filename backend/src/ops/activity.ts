import { z } from 'zod';
import { Clock, dayOf } from '../core/clock.js';
import type { Reader } from '../database/reader.js';
import { walletAddressSchema } from '../wallet/address.js';
import { parseCount } from './arguments.js';
import { newCommand } from './command.js';
import { countRow } from './rows.js';
import { table } from './table.js';
import { onDatabase } from './with-database.js';

const MAX_DAYS = 366;
const MOST = 10;
const DAY_MS = 86_400_000;

const count = z.coerce.number().int();

/** What `activity` prints with `--json`; `unproven` are claims that have waited for a proof since before those days. */
export const activityReportSchema = z.strictObject({
  days: z.array(
    z.object({ day: z.iso.date(), joined: count, claims: count, proofs: count, checkIns: count }),
  ),
  recruited: z.array(z.object({ wallet: walletAddressSchema, recruits: count })),
  gainedToday: z.array(z.object({ wallet: walletAddressSchema, points: count })),
  unproven: count,
});

type ActivityReport = z.infer<typeof activityReportSchema>;

interface Options {
  readonly days: number;
}

const DAYS = `
SELECT day, joined, claims, proofs, check_ins AS "checkIns" FROM daily_activity WHERE day >= $1 ORDER BY day`;
const RECRUITED = `
SELECT referrer AS wallet, count(*) AS recruits
FROM referral WHERE proven_at >= $1 GROUP BY referrer ORDER BY count(*) DESC, referrer LIMIT ${MOST}`;
const GAINED = `
SELECT wallet, sum(points) AS points FROM ledger_entry WHERE recorded_at >= $1
GROUP BY wallet HAVING sum(points) > 0 ORDER BY sum(points) DESC, wallet LIMIT ${MOST}`;
const UNPROVEN = `
SELECT count(*) AS count FROM referral WHERE status = 'claimed' AND claimed_at < $1`;

export const ACTIVITY = newCommand(
  'activity',
  'show by day who joined, was claimed, proved and came back, who recruited most, and who gained most today',
  'it is shown',
)
  .option('--days <n>', 'how many days, today included', parseCount(MAX_DAYS), 7)
  .action(
    onDatabase(
      ({ reader }, { days }: Options) => activityOf(reader, new Clock().now(), days),
      describe,
    ),
  );

/** What happened on that many UTC days, that of `now` included. */
export async function activityOf(
  reader: Reader,
  now: Date,
  length: number,
): Promise<ActivityReport> {
  const today = dayOf(now);
  const since = dayOf(new Date(now.getTime() - (length - 1) * DAY_MS));
  const { shape } = activityReportSchema;
  const [days, recruited, gainedToday, [unproven]] = await Promise.all([
    reader.select(shape.days.element, DAYS, [since]),
    reader.select(shape.recruited.element, RECRUITED, [since]),
    reader.select(shape.gainedToday.element, GAINED, [today]),
    reader.select(countRow, UNPROVEN, [since]),
  ]);
  return { days, recruited, gainedToday, unproven: unproven?.count ?? 0 };
}

function describe(
  { days, recruited, gainedToday, unproven }: ActivityReport,
  { days: asked }: Options,
): string {
  return [
    table(['Day (UTC)', 'Joined', 'Claimed', 'Proven', 'Checked in'], days),
    table(['Recruited most, proven', 'Recruits'], recruited),
    table(['Gained most today', 'Points'], gainedToday),
    `${unproven.toLocaleString('en')} claims have been unproven for ${asked} days or more.`,
  ].join('\n\n');
}
