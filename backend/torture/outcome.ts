/** What came of a scenario: how often the server was harmed, and what that did to what it had acknowledged. */
export interface Outcome {
  /** How often the server, or what it stands on, was harmed. */
  readonly harmed: number;
  /** Claims and sign-ins that the server acknowledged. */
  readonly acknowledged: number;
  /** What was acknowledged and is not there. */
  readonly lost: number;
  /** Recruits, proofs or points that are there more than once. */
  readonly doubled: number;
  /** Totals, ledger sums and places that do not follow from the rows. */
  readonly drifted: number;
  /** Rows that nobody has sent. */
  readonly invented: number;
  /** Other promises that were not kept, a sentence each. */
  readonly broken: readonly string[];
  /** What else was measured, by its name. */
  readonly measured: Readonly<Record<string, string | number>>;
}

/** The figures of an outcome in which every promise was kept, for a test to expect. */
export const KEPT = { lost: 0, doubled: 0, drifted: 0, invented: 0, broken: [] } as const;

export function isKept({ lost, doubled, drifted, invented, broken }: Outcome): boolean {
  return lost + doubled + drifted + invented + broken.length === 0;
}
