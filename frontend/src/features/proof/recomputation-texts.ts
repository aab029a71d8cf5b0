import { formatCount } from '@/lib/format';
import type { ComparedRow } from './compare-board';
import type { Tally } from './tally';
import type { Phase } from './use-recomputation';

/** What the button under the visitor's finger does next. */
export const BUTTON_TEXT: Record<Phase, string> = {
  idle: 'Recompute the Board',
  running: 'Stop Reading',
  paused: 'Read On',
  failed: 'Try Again',
  complete: 'Recompute Again',
};

/** How many proofs were read: `1 proof`, `1,024 proofs`. */
export function proofCount(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'proof' : 'proofs'}`;
}

/** What the comparison comes to, once every proof is read. */
export function conclusion(rows: readonly ComparedRow[]): string {
  if (rows.length === 0) return 'The board is empty, and so is our conscience.';
  const differing = rows.filter(({ agreement }) => agreement === 'differs').length;
  if (differing === 0) {
    return 'Every row agrees with your own browser. We are told this is unusual in the industry.';
  }
  return `${formatCount(differing)} of ${formatCount(rows.length)} rows differ. A proof that arrived between the two readings does that too, so recompute once before you call anybody.`;
}

/** What could not be counted as it should, a sentence each. */
export function remarks({ refused, unreadable, unchecked }: Tally): readonly string[] {
  return [
    refused > 0 &&
      `${proofCount(refused)} did not hold or repeated a recruit, and count for nothing.`,
    unreadable > 0 && `Lines that held no proof: ${formatCount(unreadable)}.`,
    unchecked > 0 &&
      `This browser cannot check Ed25519 signatures here, so ${proofCount(unchecked)} were counted on our word. Our word is worth what it says above.`,
  ].filter((remark) => remark !== false);
}
