import { parseSignInMessageText } from '@solana/wallet-standard-util';
import { z } from 'zod';
import { weekOf } from '../../core/week.js';
import { pagesOf, select } from '../../database/reader.js';
import { LogEntryRow } from '../../transparency-log/log-entry.entity.js';
import {
  logEntrySchema,
  type ActionEntry,
  type LogEntry,
} from '../../transparency-log/log-entry.schema.js';
import { LogTree } from '../../verify/checkpoint.js';
import { checkEntry } from '../../verify/entry.js';
import { counted, type Check, type CheckContext } from '../check.js';

const PAGE_SIZE = 500;

const row = z.object({
  logIndex: z.int(),
  entry: z.string(),
  /** This and the next three columns are of the referral with this `log_index`; null if there is none. */
  recruit: z.string().nullable(),
  referrer: z.string().nullable(),
  provenAt: z.string().nullable(),
  week: z.string().nullable(),
});

type Row = z.infer<typeof row>;

const ofReferral = (column: string): string => `coalesce(referral.${column}, revoked.${column})`;

const NEXT = `
SELECT entry.log_index AS "logIndex", entry, ${ofReferral('recruit')} AS recruit, ${ofReferral('referrer')} AS referrer,
  ${ofReferral('proven_at')} AS "provenAt", ${ofReferral('week')} AS week
FROM (SELECT log_index, entry FROM log_entry WHERE log_index > $1 ORDER BY log_index LIMIT ${PAGE_SIZE}) AS entry
LEFT JOIN referral ON referral.log_index = entry.log_index
LEFT JOIN revoked_referral AS revoked ON revoked.log_index = entry.log_index
ORDER BY entry.log_index`;

const missingRow = z.object({ recruit: z.string() });

const MISSING = `
SELECT recruit FROM (
  SELECT recruit, log_index FROM referral UNION ALL SELECT recruit, log_index FROM revoked_referral) AS proven
WHERE log_index IS NOT NULL AND NOT EXISTS (SELECT 1 FROM log_entry WHERE log_entry.log_index = proven.log_index)`;

const banRow = z.object({ action: z.enum(['ban', 'unban']), subject: z.string(), at: z.string() });

const BANS = `
SELECT action, subject, acted_at AS at FROM audit_log WHERE action IN ('ban', 'unban')`;

const banOf = ({ action, subject, at }: Omit<ActionEntry, 'why'>): string =>
  `${action} of ${subject} at ${at}`;

async function lookAtLog({ manager, published, renewSnapshot }: CheckContext) {
  const total = await manager.count(LogEntryRow);
  const faults: string[] = [];
  const bans = new Set((await select(manager, banRow, BANS)).map(banOf));
  const tree = new LogTree();
  let next = 0;
  const pages = pagesOf<Row>((after) => select(manager, row, NEXT, [after?.logIndex ?? -1]));
  for await (const page of pages) {
    for (const found of page) {
      if (found.logIndex !== next) faults.push(`entry ${next} of the log is missing`);
      next = found.logIndex + 1;
      if (published !== null && tree.size < published.size) tree.add(Buffer.from(found.entry));
      const { data: entry } = logEntrySchema.safeParse(JSON.parse(found.entry));
      faults.push(
        ...faultsOf(found, entry).map((fault) => `entry ${found.logIndex} of the log: ${fault}`),
      );
      if (entry?.action === 'ban' || entry?.action === 'unban') bans.delete(banOf(entry));
    }
    await renewSnapshot(next / total);
  }
  const missing = await select(manager, missingRow, MISSING);
  if (published !== null && tree.root !== published.root.toString('base64')) {
    faults.unshift(`the log does not continue the newest checkpoint, of ${published.size} entries`);
  }
  faults.push(
    ...Array.from(bans, (ban) => `the ${ban} is missing in the log`),
    ...missing.map(({ recruit }) => `the proof of ${recruit} is missing in the log`),
  );
  return { looked: counted(total, ['log entry', 'log entries']), faults };
}

function faultsOf(row: Row, entry: LogEntry | undefined): string[] {
  const { recruit, referrer, provenAt, week } = row;
  const { faults } = checkEntry(row.entry, null);
  const differs =
    JSON.stringify(referralOf(entry)) !== JSON.stringify({ recruit, referrer, provenAt, week });
  return differs
    ? [...faults, 'it is not the proof of the referral that refers to it']
    : [...faults];
}

function referralOf(entry: LogEntry | undefined): Omit<Row, 'logIndex' | 'entry'> {
  if (entry?.action !== 'prove') {
    return { recruit: null, referrer: null, provenAt: null, week: null };
  }
  const { recruit, referrer, message, at } = entry;
  const { issuedAt = '' } = parseSignInMessageText(message) ?? {};
  return { recruit, referrer, provenAt: at, week: weekOf(new Date(issuedAt)) };
}

export const LOG_IS_WHOLE: Check = {
  name: 'The transparency log is whole, and proves every proven referral',
  look: lookAtLog,
  remedy: 'an entry never changes: restore an older backup, or start a new log with new-log',
};
