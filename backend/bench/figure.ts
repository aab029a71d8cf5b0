import { table } from '../src/ops/table.js';
import type { Contestant } from './contestant.js';
import { median, medianRatio } from './statistics.js';

/** What a figure has to be. */
export type Target = { readonly atLeast: number } | { readonly below: number };

/** A line of what the bench prints. */
export interface Figure {
  readonly what: string;
  /** As it was measured here. */
  readonly measured: string;
  /** What it is compared with, as that was measured here; empty when it stands alone. */
  readonly against: string;
  /** What counts: a ratio, or a figure that stands alone. */
  readonly result: number;
  readonly unit: '×' | 'MB' | 'ms' | 's';
  /** What the result has to be; null when nothing is asked of it. */
  readonly target: Target | null;
}

const HEADINGS = ['', 'measured', 'against', 'result', 'target', ''];

/** What one contestant reaches as a multiple of what another does. */
export function ratio(
  what: string,
  unit: string,
  { figures }: Contestant,
  other: Contestant,
  target: Target | null = null,
): Figure {
  return {
    what,
    measured: `${spell(median(figures))} ${unit}`,
    against: `${other.name} ${spell(median(other.figures))} ${unit}`,
    result: medianRatio(figures, other.figures),
    unit: '×',
    target,
  };
}

/** A figure that is compared with nothing. */
export function alone(what: string, result: number, unit: Figure['unit'], target: Target): Figure {
  return { what, measured: `${spell(result)} ${unit}`, against: '', result, unit, target };
}

/** The figures as a table for people. */
export function describeFigures(figures: readonly Figure[]): string {
  return table(
    HEADINGS,
    figures.map(({ what, measured, against, result, unit, target }) => [
      what,
      measured,
      against,
      `${spell(result)} ${unit}`,
      target === null ? '' : `${describeTarget(target)} ${unit}`,
      target === null ? '' : verdictOn(result, target),
    ]),
  );
}

function verdictOn(result: number, target: Target): string {
  const isMet = 'below' in target ? result < target.below : result >= target.atLeast;
  return isMet ? 'met' : 'MISSED';
}

function describeTarget(target: Target): string {
  return 'below' in target ? `< ${target.below}` : `≥ ${target.atLeast}`;
}

function spell(figure: number): string {
  return figure.toLocaleString('en', { maximumSignificantDigits: 3 });
}
