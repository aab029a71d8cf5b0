import { isMet, type Figure } from './figure.js';

/** Returns a line with a figure's name, value, target, and whether it is met. */
export function lineOf(figure: Figure): string {
  const { name, value, unit, target } = figure;
  const [sign, limit] = 'atLeast' in target ? ['≥', target.atLeast] : ['≤', target.atMost];
  const verdict = isMet(figure) ? 'met' : 'MISSED';
  return [
    name.padEnd(64),
    format(value, unit).padStart(9),
    `${sign} ${format(limit, unit)}`.padStart(11),
    verdict.padStart(8),
  ].join('');
}

function format(value: number, unit: Figure['unit']): string {
  const digits = { '': 2, KB: 1, ms: 0, '×': 2 }[unit];
  const number = Number.isInteger(value) ? String(value) : value.toFixed(digits);
  return unit === '' ? number : `${number} ${unit}`;
}
