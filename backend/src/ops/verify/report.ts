import { z } from 'zod';
import type { Difference } from './audit.js';

/** Differences that are shown to people; the JSON has them all. */
const MOST_SHOWN = 20;

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
  const { file, proofs, lastNumber, domain, referrers, differences, points = [] } = report;
  const rows = [
    ['File', file],
    ['Signed for', domain ?? 'nobody'],
    ['Proofs', `${proofs.toLocaleString('en')}, the last is number ${lastNumber}`],
    ['Referrers', referrers.toLocaleString('en')],
    ['Differences', differences.length.toLocaleString('en')],
  ];
  const shown = differences.slice(0, MOST_SHOWN).map(describeDifference);
  const hidden = differences.length - shown.length;
  return [
    ...rows.map(([name = '', value = '']) => `${name.padEnd(12)} ${value}`),
    ...points.map(({ wallet, recruits, points: earned }) =>
      [
        wallet.padEnd(44),
        `${recruits} recruits`.padStart(16),
        `${earned} points`.padStart(18),
      ].join(' '),
    ),
    ...shown,
    ...(hidden > 0 ? [`and ${hidden.toLocaleString('en')} more: --json lists them all`] : []),
    report.ok ? 'Everything that is proven holds.' : 'NOT everything holds.',
  ].join('\n');
}

function describeDifference({ line, what }: Difference): string {
  return line === null ? what : `line ${line}: ${what}`;
}
