import { isMet, type Measurement } from './measurement.js';

export function lineOf(measurement: Measurement): string {
  const { name, value, unit, target } = measurement;
  const [sign, limit] = 'atLeast' in target ? ['≥', target.atLeast] : ['≤', target.atMost];
  const verdict = isMet(measurement) ? 'met' : 'MISSED';
  return [
    name.padEnd(64),
    format(value, unit).padStart(9),
    `${sign} ${format(limit, unit)}`.padStart(11),
    verdict.padStart(8),
  ].join('');
}

function format(value: number, unit: Measurement['unit']): string {
  const digits = { '': 2, KB: 1, ms: 0, '×': 2 }[unit];
  const number = Number.isInteger(value) ? String(value) : value.toFixed(digits);
  return unit === '' ? number : `${number} ${unit}`;
}
