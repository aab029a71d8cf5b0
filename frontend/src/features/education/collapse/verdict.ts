import { formatCount, formatPeople, plural } from '@/lib/format';
import type { PlayedCollapse } from './play';

/** Which part of the recruits lost, in per cent. */
export function lostText({ lost }: PlayedCollapse): string {
  return `${(100 * lost).toFixed(1)}%`;
}

/** On which level it ended, who stood there, and what became of them. */
export function verdictOn(collapse: PlayedCollapse): string {
  const { endsOn, everybodyAsked, recruits } = collapse;
  if (recruits === 0) {
    return 'It ended on level 1: everybody who was asked said no. Nobody lost anything. It is the best outcome on record.';
  }
  const reason = everybodyAsked
    ? 'there was nobody left to ask'
    : 'everybody who was asked said no';
  const joined = recruits < 10_000 ? formatCount(recruits) : formatPeople(recruits);
  return `It ended on level ${endsOn}: ${reason}. Of the ${joined} who had joined, ${lostText(collapse)} stood on the last two levels. They paid for everyone above them, and are called liquidity.`;
}

export function betText({ endsOn }: PlayedCollapse, bet: number): string {
  const off = Math.abs(bet - endsOn);
  const levels = plural(off, 'level');
  if (off === 0) return `You bet on level ${bet}, and won. The prize has been reinvested.`;
  return bet > endsOn
    ? `You bet on level ${bet}: ${levels} too hopeful. Hope is the product.`
    : `You bet on level ${bet}: ${levels} too early. Every prophet of this was.`;
}
