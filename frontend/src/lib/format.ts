/** Returns the first 4 and the last 4 characters of an address (docs/product.md, Screens). */
export function shortenAddress(address: string): string {
  return `${address.slice(0, 4)}…${address.slice(-4)}`;
}

/** Creates the formatter only on its first use, because its creation is slow on a phone. */
function whenUsed<T>(make: () => { format(value: T): string }): (value: T) => string {
  let made: ReturnType<typeof make> | undefined;
  return (value) => (made ??= make()).format(value);
}

function formatter(options: Intl.NumberFormatOptions): (value: number) => string {
  return whenUsed(() => new Intl.NumberFormat('en-US', options));
}

/** Returns a formatter of times in the visitor's time zone, unless `options` names another. */
function timeFormatter(options: Intl.DateTimeFormatOptions): (time: Date) => string {
  return whenUsed(() => new Intl.DateTimeFormat('en-US', options));
}

const MILLION = 1_000_000;

/** Formats SOL to 4 decimals (docs/product.md, Screens). */
export const formatSol = formatter({ minimumFractionDigits: 4, maximumFractionDigits: 4 });

/** Formats $SHARES to 2 decimals (docs/product.md, Screens). */
export const formatShares = formatter({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

export const UNKNOWN = '–';

export function formatKnown(count: number | undefined): string {
  return count === undefined ? UNKNOWN : formatCount(count);
}

const UNITS = [
  { size: 1e12, word: ' trillion', letter: 'T' },
  { size: 1e9, word: ' billion', letter: 'B' },
  { size: MILLION, word: ' million', letter: 'M' },
  { size: 1_000, word: ' thousand', letter: 'K' },
];

/** Formats a count with at most 3 significant digits, in the largest unit that fits. */
function compact(count: number, form: 'word' | 'letter'): string {
  const rounded = Number(count.toPrecision(3));
  const unit = UNITS.find(({ size }) => rounded >= size);
  return unit ? `${rounded / unit.size}${unit[form]}` : String(rounded);
}

/** Formats a number of people with its unit as a word: `8.2 billion`. */
export function formatPeople(count: number): string {
  return compact(count, 'word');
}

/** Formats a count with at most 3 significant digits, and its unit as a letter: `820M`. */
export function formatCompact(count: number): string {
  return compact(count, 'letter');
}

const CLOCK_TIME = { hour: 'numeric', minute: '2-digit' } as const;

/** Formats a time of day: `1:00 AM`. */
export const formatTime = timeFormatter(CLOCK_TIME);

/** Formats a time with its weekday: `Monday 1:00 AM`. */
export const formatMoment = timeFormatter({ weekday: 'long', ...CLOCK_TIME });

/** Formats the UTC day of a time: `Nov 26`. */
export const formatDay = timeFormatter({ month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Formats a time with its date: `November 26, 2026 at 1:00 AM`. */
export const formatDate = timeFormatter({ dateStyle: 'long', timeStyle: 'short' });

/** Formats a count with its noun: `1 recruit`, `1,024 recruits`. */
export function plural(count: number, one: string): string {
  return `${formatCount(count)} ${count === 1 ? one : `${one}s`}`;
}

/** Formats a count briefly: `999,999`, but `1.23M` from a million on. */
export function formatShortCount(count: number): string {
  return count < MILLION ? formatCount(count) : formatCompact(count);
}
