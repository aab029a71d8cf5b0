import type { Difference } from './audit.js';
import type { ProvenPoints } from './compare-leaderboard.js';

/** Differences that are shown to people; the JSON has them all. */
const MOST_SHOWN = 20;

/** What a verification found; with `--json` this is the whole output. */
export interface Report {
  readonly file: string;
  readonly ok: boolean;
  readonly proofs: number;
  /** Number of the last proof: what to give to `?after=` for the ones after it. */
  readonly lastNumber: number;
  /** The site that the signatures are for; null when there are none. */
  readonly domain: string | null;
  readonly referrers: number;
  readonly differences: readonly Difference[];
  /** Only when asked for. */
  readonly points?: readonly ProvenPoints[];
}

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
