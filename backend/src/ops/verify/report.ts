import { z } from 'zod';
import { facts, table } from '../table.js';
import type { Difference } from './audit.js';

/** Differences that are shown to people; the JSON has them all. */
const MAX_SHOWN = 20;

const count = z.int().nonnegative();

/** What `verify` prints with `--json`. */
export const verifyReportSchema = z.strictObject({
  file: z.string(),
  ok: z.boolean(),
  proofs: count,
  /** Number of the last proof: what to give to `?after=` for the ones after it. */
  lastNumber: count,
  /** The site that the signatures are for; null when there are none. */
  domain: z.string().nullable(),
  referrers: count,
  /** What is not as it must be; the line is one of the file, from 1, or null for what concerns no single one. */
  differences: z.array(z.strictObject({ line: z.int().positive().nullable(), what: z.string() })),
  /** Only when asked for. */
  points: z
    .array(z.strictObject({ wallet: z.string(), recruits: count, points: count }))
    .optional(),
});

/** What a verification found. */
export type Report = z.infer<typeof verifyReportSchema>;

/** The report for people. */
export function describeReport(report: Report): string {
  const { file, proofs, lastNumber, domain, referrers, differences, points } = report;
  const shown = differences.slice(0, MAX_SHOWN).map(describeDifference);
  const hidden = differences.length - shown.length;
  return [
    facts([
      ['File', file],
      ['Signed for', domain ?? 'nobody'],
      ['Proofs', describeProofs(proofs, lastNumber)],
      ['Referrers', referrers],
      ['Differences', differences.length],
    ]),
    ...(points === undefined ? [] : [describePoints(points)]),
    ...shown,
    ...(hidden > 0 ? [`and ${hidden.toLocaleString('en')} more: --json lists them all`] : []),
    report.ok ? 'Everything that is proven holds.' : 'NOT everything holds.',
  ].join('\n');
}

function describeProofs(proofs: number, lastNumber: number): string {
  if (lastNumber === 0) return 'none';
  return `${proofs.toLocaleString('en')}, the last is number ${lastNumber}`;
}

function describePoints(points: NonNullable<Report['points']>): string {
  return table(
    ['Wallet', 'Recruits', 'Points'],
    points.map(({ wallet, recruits, points: earned }) => [wallet, recruits, earned]),
  );
}

function describeDifference({ line, what }: Difference): string {
  return line === null ? what : `line ${line}: ${what}`;
}
