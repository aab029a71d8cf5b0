/** Stands for a number that is not known: not known is not zero. */
export const UNKNOWN = '–';

/** The first 4 and the last 4 characters of an address (specification, section 2). */
export function shortenAddress(address: string): string {
  return `${address.slice(0, 4)}…${address.slice(-4)}`;
}

const sol = new Intl.NumberFormat('en-US', { minimumFractionDigits: 4, maximumFractionDigits: 4 });
const shares = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  maximumSignificantDigits: 3,
});
const MILLION = 1_000_000;

/** A SOL balance to 4 decimals (specification, section 2). */
export function formatSol(balance: number): string {
  return sol.format(balance);
}

/** A $SHARES balance to 2 decimals (specification, section 2). */
export function formatShares(balance: number): string {
  return shares.format(balance);
}

/** A count of recruits, points or wallets. */
export function formatCount(count: number): string {
  return whole.format(count);
}

/** A count with what is counted: `1 recruit`, `1,024 recruits`. */
export function plural(count: number, one: string): string {
  return `${formatCount(count)} ${count === 1 ? one : `${one}s`}`;
}

/** A count where there is little room: `999,999`, and then `1.23M`. */
export function formatShortCount(count: number): string {
  return count < MILLION ? formatCount(count) : compact.format(count);
}
