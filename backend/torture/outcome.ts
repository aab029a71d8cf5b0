/** A time that was measured, and the one that it must stay below, both in milliseconds. */
export interface Timing {
  readonly ms: number;
  readonly below: number;
}

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
  /** Times that are promised, by their name. They mean something only where nothing else runs, so no test expects them. */
  readonly timings?: Readonly<Record<string, Timing>>;
}

/** The figures of an outcome in which every promise was kept, for a test to expect. */
export const KEPT = { lost: 0, doubled: 0, drifted: 0, invented: 0, broken: [] } as const;

export function isKept(outcome: Outcome): boolean {
  const { lost, doubled, drifted, invented, broken } = outcome;
  return lost + doubled + drifted + invented + broken.length + tooSlow(outcome).length === 0;
}

/** The times that were not kept, a sentence each. */
export function tooSlow({ timings = {} }: Outcome): string[] {
  return Object.entries(timings)
    .filter(([, { ms, below }]) => ms >= below)
    .map(([what, { ms, below }]) => `${what} took ${ms} ms, and not less than ${below}`);
}
