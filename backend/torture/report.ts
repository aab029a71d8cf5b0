import type { Outcome } from './outcome.js';

/** The outcome of a scenario as lines for people: its figures, then every promise that was not kept. */
export function describeOutcome(name: string, outcome: Outcome): string {
  const { broken, measured, ...figures } = outcome;
  const entries = Object.entries({ ...figures, ...measured });
  return [
    name,
    ...entries.map(([figure, value]) => `  ${figure.padEnd(32)} ${value}`),
    ...broken.map((sentence) => `  BROKEN: ${sentence}`),
  ].join('\n');
}
