import type { Outcome } from './outcome.js';
import { tooSlow } from './outcome.js';

/** The figures that every scenario has, in the order of the columns. */
const FIGURES = ['harmed', 'acknowledged', 'lost', 'doubled', 'drifted', 'invented'] as const;

const NAME_WIDTH = 18;
const FIGURE_WIDTH = 14;

/** The line above the lines of the outcomes. */
export const HEADINGS = lineOf('scenario', [...FIGURES, 'broken']);

/** The outcome of a scenario as lines for people: its figures, what else was measured, and every promise that was not kept. */
export function describeOutcome(name: string, outcome: Outcome): string {
  const { measured, timings = {} } = outcome;
  const broken = [...outcome.broken, ...tooSlow(outcome)];
  return [
    lineOf(name, [...FIGURES.map((figure) => outcome[figure]), broken.length]),
    ...Object.entries(measured).map(([figure, value]) => `  ${figure}: ${value}`),
    ...Object.entries(timings).map(
      ([what, { ms, below }]) => `  ${what}: ${ms} ms, below ${below}`,
    ),
    ...broken.map((sentence) => `  BROKEN: ${sentence}`),
  ].join('\n');
}

function lineOf(name: string, figures: readonly (string | number)[]): string {
  const cells = figures.map((figure) => String(figure).padStart(FIGURE_WIDTH));
  return name.padEnd(NAME_WIDTH) + cells.join('');
}
