import { formatCount, plural, shortenAddress } from '@/lib/format';
import type { KnownPyramid } from './pyramid-answer';

/** Maximum number of addresses to list between a stone's referrer and the top. */
const MAX_NAMED = 3;

export function totalsOf({ levels, nodes }: KnownPyramid) {
  const recruits = sum(levels.map((level) => level.recruits));
  const proven = sum(levels.map((level) => level.proven));
  return { recruits, proven, undrawn: recruits - nodes.length };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Describes the ancestors of a stone, given in the order of `lineageOf`. */
export function lineageText(addresses: readonly string[]): string {
  const [first = '', ...others] = addresses.map(shortenAddress);
  const top = others.pop();
  if (top === undefined) return `brought by ${first}`;
  const between = others.length > MAX_NAMED ? `${others.length} others` : others.join(', ');
  return `brought by ${first}, under ${between ? `${between} and ${top}` : top}`;
}

export function summaryOf(pyramid: KnownPyramid): string {
  const { recruits, proven } = totalsOf(pyramid);
  const top = `The pyramid of ${shortenAddress(pyramid.wallet)}`;
  if (recruits === 0) return `${top}: nobody yet.`;
  return `${top}: ${countText(pyramid, recruits)} on ${plural(pyramid.levels.length, 'level')}, ${formatCount(proven)} proven.`;
}

/** Formats a count of recruits, with "more than" if counting stopped early. */
export function countText({ complete }: Pick<KnownPyramid, 'complete'>, recruits: number): string {
  const counted = plural(recruits, 'recruit');
  return complete ? counted : `more than ${counted}`;
}

export function omissions(pyramid: KnownPyramid): string[] {
  const { undrawn } = totalsOf(pyramid);
  return [
    undrawn > 0 &&
      `The base breaks off: ${plural(undrawn, 'recruit')} ${undrawn === 1 ? 'is' : 'are'} counted but not drawn.`,
    !pyramid.complete &&
      `We stopped counting on level ${pyramid.levels.length}. The pyramid did not: the last level has more, or has levels below it.`,
  ].filter((omission) => omission !== false);
}
