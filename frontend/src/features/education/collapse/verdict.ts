import type { PlayedCollapse } from './collapse';
import { formatPeople, plural } from '@/lib/format';

export function lostText({ lost }: PlayedCollapse): string {
  return `${(100 * lost).toFixed(1)}%`;
}

export function recruitsText({ recruits }: PlayedCollapse): string {
  return `${formatPeople(recruits)} people`;
}

export function verdictOn(collapse: PlayedCollapse): string {
  return `It ended on level ${collapse.endsOn}: there was nobody left to ask. It had recruited ${recruitsText(collapse)}, and ${lostText(collapse)} of them stood on the last two levels. They paid for everyone above, and are called liquidity.`;
}

export function offBy({ endsOn }: PlayedCollapse, bet: number): number {
  return Math.abs(bet - endsOn);
}

export function betText(collapse: PlayedCollapse, bet: number): string {
  const off = offBy(collapse, bet);
  const levels = plural(off, 'level');
  if (off === 0) return `You bet on level ${bet}, and won. The prize has been reinvested.`;
  return bet > collapse.endsOn
    ? `You bet on level ${bet}: ${levels} too hopeful. Hope is the product.`
    : `You bet on level ${bet}: ${levels} too early. So were all the other prophets.`;
}

export function offText(off: number): string {
  return off === 0 ? 'spot on' : `off by ${off}`;
}

/** Returns the result of a day in one line, without the answer: `Pyramidion #47: off by 1 🔺🟨🟨🟥`. */
export function resultRow(day: number, off: number): string {
  const wrong = Math.min(off, 3);
  return `Pyramidion #${day}: ${offText(off)} 🔺${'🟨'.repeat(3 - wrong)}${'🟥'.repeat(wrong)}`;
}
