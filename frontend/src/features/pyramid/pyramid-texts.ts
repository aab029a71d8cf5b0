import type { Pyramid } from '@backend/pyramid/pyramid.schema';
import { formatCount, plural, shortenAddress } from '@/lib/format';

/** The most of a lineage whose addresses are said one by one. */
const MAX_NAMED = 3;

export function totalsOf({ levels }: Pyramid) {
  const total = { recruits: 0, proven: 0, undrawn: 0 };
  for (const { recruits, proven, shown } of levels) {
    total.recruits += recruits;
    total.proven += proven;
    total.undrawn += recruits - shown;
  }
  return total;
}

/** Whom a stone was brought by, and who brought those, up to the top: the last of the addresses. */
export function lineageText(addresses: readonly string[]): string {
  const [first = '', ...others] = addresses.map(shortenAddress);
  const top = others.pop();
  if (top === undefined) return `brought by ${first}`;
  const between = others.length > MAX_NAMED ? `${others.length} others` : others.join(', ');
  return `brought by ${first}, under ${between ? `${between} and ${top}` : top}`;
}

export function summaryOf(pyramid: Pyramid): string {
  const { recruits, proven } = totalsOf(pyramid);
  const top = `The pyramid of ${shortenAddress(pyramid.wallet)}`;
  if (recruits === 0) return `${top}: nobody yet.`;
  return `${top}: ${countText(pyramid, recruits)} on ${plural(pyramid.levels.length, 'level')}, ${formatCount(proven)} proven.`;
}

/** Recruits as counted, and said to be more where the counting stopped early. */
export function countText({ complete }: Pick<Pyramid, 'complete'>, recruits: number): string {
  const counted = plural(recruits, 'recruit');
  return complete ? counted : `more than ${counted}`;
}

/** How many recruits were seen again, of the newest whom the wallet brought itself; null where that is not known. */
export function returnsText({ returns }: Pick<Pyramid, 'returns'>): string | null {
  if (returns === undefined) return null;
  const { recruits, returned } = returns;
  if (recruits === 1)
    return `The newest recruit ${returned === 1 ? 'came' : 'never came'} back on another day.`;
  return `Of the newest ${recruits} recruits, ${returned === 0 ? 'none' : returned} came back on another day.`;
}

/** What the drawing leaves out; empty when it is all there. */
export function omissions(pyramid: Pyramid): string[] {
  const { undrawn } = totalsOf(pyramid);
  return [
    undrawn > 0 && `The base breaks off: ${plural(undrawn, 'recruit')} are counted but not drawn.`,
    !pyramid.complete &&
      `We stopped counting on level ${pyramid.levels.length}. The pyramid did not: the last level has more, or has levels below it.`,
  ].filter((omission) => omission !== false);
}
