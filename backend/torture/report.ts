import { MissingRequirement } from '../commands/requirements.js';

export interface Effort {
  readonly kills: number;
  readonly requests: number;
  readonly seed: number;
  /** True for a short run, as in tests. */
  readonly brief: boolean;
}

export interface Findings {
  /** Acknowledged writes that are missing. */
  readonly lost: number;
  /** Duplicate recruits and ledger entries. */
  readonly doubled: number;
  /**
   * Contradictions within the database: wrong totals, proofs that do not match the transparency log, referrals of
   * unknown wallets, and damage of the file.
   */
  readonly drifted: number;
  readonly invented: number;
}

export interface Outcome extends Findings {
  /** Number of kills, faults, hostile clients, hostile requests or victims: whatever the scenario counts. */
  readonly harmed: number;
  readonly acknowledged: number;
  /** Other broken promises, one sentence each. */
  readonly broken: readonly string[];
  readonly measured: Readonly<Record<string, string | number>>;
  /** Times in ms with their limits. Tests ignore them. */
  readonly timings?: Readonly<Record<string, { readonly ms: number; readonly below: number }>>;
}

export const SOUND: Findings = { lost: 0, doubled: 0, drifted: 0, invented: 0 };

export const KEPT = { ...SOUND, broken: [] } as const;

export function outcomeOf(known: Pick<Outcome, 'harmed'> & Partial<Outcome>): Outcome {
  return { acknowledged: 0, ...KEPT, measured: {}, ...known };
}

function brokenPromises({ broken, timings = {} }: Outcome): string[] {
  const missed = Object.entries(timings).filter(([, { ms, below }]) => ms >= below);
  return [
    ...broken,
    ...missed.map(([what, { ms, below }]) => `${what} took ${ms} ms instead of less than ${below}`),
  ];
}

const COUNTS = ['harmed', 'acknowledged', 'lost', 'doubled', 'drifted', 'invented'] as const;

const NAME_WIDTH = 18;
const COLUMN_WIDTH = 14;

export const HEADINGS = lineOf('scenario', [...COUNTS, 'broken']);

export interface Report {
  readonly isKept: boolean;
  readonly text: string;
}

/** Runs a scenario, or reports that this machine lacks something that the scenario needs. */
export async function runScenario(name: string, scenario: () => Promise<Outcome>): Promise<Report> {
  try {
    return reportOn(name, await scenario());
  } catch (error) {
    if (!(error instanceof MissingRequirement)) throw error;
    return { isKept: false, text: `${name.padEnd(NAME_WIDTH)}  NOT RUN: ${error.message}` };
  }
}

function reportOn(name: string, outcome: Outcome): Report {
  const { lost, doubled, drifted, invented, measured, timings = {} } = outcome;
  const broken = brokenPromises(outcome);
  const lines = [
    lineOf(name, [...COUNTS.map((count) => outcome[count]), broken.length]),
    ...Object.entries(measured).map(([name, value]) => `  ${name}: ${value}`),
    ...Object.entries(timings).map(
      ([what, { ms, below }]) => `  ${what}: ${ms} ms, below ${below}`,
    ),
    ...broken.map((sentence) => `  BROKEN: ${sentence}`),
  ];
  const isKept = lost + doubled + drifted + invented + broken.length === 0;
  return { isKept, text: lines.join('\n') };
}

function lineOf(name: string, values: readonly (string | number)[]): string {
  const cells = values.map((value) => String(value).padStart(COLUMN_WIDTH));
  return name.padEnd(NAME_WIDTH) + cells.join('');
}

/** Returns a percentile, rounded to an integer; 0 for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const index = Math.min(Math.floor(share * sorted.length), sorted.length - 1);
  return Math.round(sorted[index] ?? 0);
}
