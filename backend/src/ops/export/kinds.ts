import { z } from 'zod';
import type { Reader, SqlValue } from '../../database/reader.js';
import { proofLineSchema } from '../../proofs/proofs.schema.js';
import { ProofsService } from '../../proofs/proofs.service.js';
import { referralStatusSchema } from '../../referral/referral.schema.js';

/** Rows that are in memory at a time. */
const PAGE = 1_000;

/** A row as it is exported. */
export type ExportedRow = Record<string, SqlValue>;

/** Something that can be exported: what its rows look like, and how they are had. */
export interface Kind {
  readonly columns: readonly string[];
  /** SQL of how many rows there are, as `count`. */
  readonly count: string;
  /** All rows, page by page as they are asked for. */
  readonly pages: (reader: Reader) => AsyncGenerator<ExportedRow[], void>;
}

/** A line of `export referrals`. */
export const exportedReferralSchema = z.strictObject({
  recruit: z.string(),
  referrer: z.string(),
  status: referralStatusSchema,
  claimedAt: z.iso.datetime(),
  provenAt: z.iso.datetime().nullable(),
  proofNumber: z.int().positive().nullable(),
});

/** A line of `export ledger`. */
export const exportedEntrySchema = z.strictObject({
  number: z.int().positive(),
  wallet: z.string(),
  cause: z.enum(['recruit', 'check-in', 'reversal', 'ban', 'unban']),
  reference: z.string(),
  points: z.int(),
  total: z.int(),
  recordedAt: z.iso.datetime(),
});

const REFERRALS = `
SELECT recruit, referrer, status, claimed_at AS "claimedAt", proven_at AS "provenAt", proof_number AS "proofNumber"
FROM referral WHERE recruit_number > coalesce((SELECT joined_number FROM wallet WHERE address = $1), 0)
ORDER BY recruit_number LIMIT ${PAGE}`;

const LEDGER = `
SELECT number, wallet, cause, reference, points, total, recorded_at AS "recordedAt"
FROM points_entry WHERE number > $1 ORDER BY number LIMIT ${PAGE}`;

/** What can be exported, by name. */
export const KINDS = {
  referrals: {
    columns: Object.keys(exportedReferralSchema.shape),
    count: 'SELECT count(*) AS count FROM referral',
    pages: (reader) => byKey(reader, exportedReferralSchema, REFERRALS, '', (row) => row.recruit),
  },
  proofs: {
    columns: Object.keys(proofLineSchema.shape),
    count: 'SELECT count(*) AS count FROM referral WHERE proof_number IS NOT NULL',
    pages: (reader) => new ProofsService(reader).pages(0, Number.MAX_SAFE_INTEGER),
  },
  ledger: {
    columns: Object.keys(exportedEntrySchema.shape),
    count: 'SELECT count(*) AS count FROM points_entry',
    pages: (reader) => byKey(reader, exportedEntrySchema, LEDGER, 0, (row) => row.number),
  },
} satisfies Record<string, Kind>;

/** Pages of rows in the order of a key, each after the last key of the one before. */
async function* byKey<Row extends ExportedRow>(
  reader: Reader,
  rowSchema: z.ZodType<Row>,
  sql: string,
  before: SqlValue,
  keyOf: (row: Row) => SqlValue,
): AsyncGenerator<Row[], void> {
  let reached = before;
  for (;;) {
    const page = await reader.select(rowSchema, sql, [reached]);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    reached = keyOf(last);
  }
}
