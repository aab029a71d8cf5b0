/** The first 4 and the last 4 characters of an address (specification, section 2). */
export function shortenAddress(address: string): string {
  return `${address.slice(0, 4)}…${address.slice(-4)}`;
}

/** Returns a function that creates its formatter on first use: creating one takes a phone 20 ms. */
function whenUsed<T>(make: () => { format(value: T): string }): (value: T) => string {
  let made: ReturnType<typeof make> | undefined;
  return (value) => (made ??= make()).format(value);
}

function formatter(options: Intl.NumberFormatOptions): (value: number) => string {
  return whenUsed(() => new Intl.NumberFormat('en-US', options));
}

/** Times are in the visitor's time zone. */
function timeFormatter(options: Intl.DateTimeFormatOptions): (time: Date) => string {
  return whenUsed(() => new Intl.DateTimeFormat('en-US', options));
}

const MILLION = 1_000_000;

/** A SOL balance to 4 decimals (specification, section 2). */
export const formatSol = formatter({ minimumFractionDigits: 4, maximumFractionDigits: 4 });

/** A $SHARES balance to 2 decimals (specification, section 2). */
export const formatShares = formatter({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A count of recruits, points or wallets. */
export const formatCount = formatter({ maximumFractionDigits: 0 });

/** Shown for an unknown number, which is not 0. */
export const UNKNOWN = '–';

/** A count, or a dash while it is not known. */
export function formatKnown(count: number | undefined): string {
  return count === undefined ? UNKNOWN : formatCount(count);
}

/** A number of people in words, to be read at a glance: `8.2 billion`. */
export const formatPeople = formatter({
  notation: 'compact',
  compactDisplay: 'long',
  maximumSignificantDigits: 3,
});

/** The same where there is little room: `820M`. */
export const formatCompact = formatter({ notation: 'compact', maximumSignificantDigits: 3 });

const CLOCK_TIME = { hour: 'numeric', minute: '2-digit' } as const;

/** A time of day: `1:00 AM`. */
export const formatTime = timeFormatter(CLOCK_TIME);

/** A moment of this week: `Monday 1:00 AM`. */
export const formatMoment = timeFormatter({ weekday: 'long', ...CLOCK_TIME });

/** A count with its noun: `1 recruit`, `1,024 recruits`. */
export function plural(count: number, one: string): string {
  return `${formatCount(count)} ${count === 1 ? one : `${one}s`}`;
}

/** A short count: `999,999`, but `1.23M` from a million on. */
export function formatShortCount(count: number): string {
  return count < MILLION ? formatCount(count) : formatCompact(count);
}
