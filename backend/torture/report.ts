import { MissingRequirement } from '../commands/requirements.js';

/** How much a scenario does, and the seed of everything that it leaves to chance. */
export interface Effort {
  /** How often to kill, cut and damage. */
  readonly kills: number;
  /** Malformed requests to send. */
  readonly requests: number;
  readonly seed: number;
  /** Whether each round does as little as shows something, for a test. */
  readonly brief: boolean;
}

/** How far a database is from what was sent and acknowledged, and from itself. */
export interface Findings {
  /** What was acknowledged and is not there. */
  readonly lost: number;
  /** Recruits, proofs or points that are there more than once. */
  readonly doubled: number;
  /** Totals, ledger sums and ranks that do not follow from the rows. */
  readonly drifted: number;
  /** Rows that nobody has sent. */
  readonly invented: number;
}

/** The result of a scenario: how often the server was harmed, and what that did to what it had acknowledged. */
export interface Outcome extends Findings {
  /** How often the server, or what it stands on, was harmed. */
  readonly harmed: number;
  /** Claims and sign-ins that the server acknowledged. */
  readonly acknowledged: number;
  /** Other promises that were not kept, a sentence each. */
  readonly broken: readonly string[];
  /** What else was measured, by its name. */
  readonly measured: Readonly<Record<string, string | number>>;
  /** Times that are promised, by their name, and what each must stay below, both in milliseconds. No test expects them: they mean something only where nothing else runs. */
  readonly timings?: Readonly<Record<string, { readonly ms: number; readonly below: number }>>;
}

/** A database that is as it should be. */
export const SOUND: Findings = { lost: 0, doubled: 0, drifted: 0, invented: 0 };

/** The figures of an outcome in which every promise was kept, for a test to expect. */
export const KEPT = { ...SOUND, broken: [] } as const;

/** An outcome with nothing acknowledged and nothing wrong, but for what is `known`. */
export function outcomeOf(known: Pick<Outcome, 'harmed'> & Partial<Outcome>): Outcome {
  return { acknowledged: 0, ...KEPT, measured: {}, ...known };
}

function brokenPromises({ broken, timings = {} }: Outcome): string[] {
  const missed = Object.entries(timings).filter(([, { ms, below }]) => ms >= below);
  return [
    ...broken,
    ...missed.map(([what, { ms, below }]) => `${what} took ${ms} ms, and not less than ${below}`),
  ];
}

/** The figures that every scenario has, in the order of the columns. */
const FIGURES = ['harmed', 'acknowledged', 'lost', 'doubled', 'drifted', 'invented'] as const;

const NAME_WIDTH = 18;
const FIGURE_WIDTH = 14;

/** The line above the lines of the outcomes. */
export const HEADINGS = lineOf('scenario', [...FIGURES, 'broken']);

/** Whether every promise was seen to be kept, and lines for people. */
export interface Report {
  readonly isKept: boolean;
  readonly text: string;
}

/** Runs a scenario. One that this machine has not the programs for is told, and keeps nobody from the others. */
export async function runScenario(name: string, scenario: () => Promise<Outcome>): Promise<Report> {
  try {
    return reportOn(name, await scenario());
  } catch (error) {
    if (!(error instanceof MissingRequirement)) throw error;
    return { isKept: false, text: `${name.padEnd(NAME_WIDTH)}  NOT RUN: ${error.message}` };
  }
}

/** Its figures, what else was measured, and every promise that was not kept. */
function reportOn(name: string, outcome: Outcome): Report {
  const { lost, doubled, drifted, invented, measured, timings = {} } = outcome;
  const broken = brokenPromises(outcome);
  const lines = [
    lineOf(name, [...FIGURES.map((figure) => outcome[figure]), broken.length]),
    ...Object.entries(measured).map(([figure, value]) => `  ${figure}: ${value}`),
    ...Object.entries(timings).map(
      ([what, { ms, below }]) => `  ${what}: ${ms} ms, below ${below}`,
    ),
    ...broken.map((sentence) => `  BROKEN: ${sentence}`),
  ];
  const isKept = lost + doubled + drifted + invented + broken.length === 0;
  return { isKept, text: lines.join('\n') };
}

function lineOf(name: string, figures: readonly (string | number)[]): string {
  const cells = figures.map((figure) => String(figure).padStart(FIGURE_WIDTH));
  return name.padEnd(NAME_WIDTH) + cells.join('');
}

/** The value below which so large a share of them lies, 0 to 1, rounded; 0 when there is none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const index = Math.min(Math.floor(share * sorted.length), sorted.length - 1);
  return Math.round(sorted[index] ?? 0);
}
