import type { Movement } from '@backend/referral-stats/referral-stats.schema';
import { formatCount, plural } from '@/lib/format';

/**
 * What has changed, a sentence each; where nothing has, that.
 * @param then the rank that was seen last, null for none
 */
export function awayLines(then: number | null, now: number | null, movement: Movement): string[] {
  const { joined, proven, lost } = movement;
  const lines = [
    rankLine(then, now),
    joined > 0 ? `${plural(joined, 'recruit')} joined. They were told nothing.` : null,
    proven > 0
      ? `${plural(proven, 'claim')} of yours became ${proven === 1 ? 'a proof' : 'proofs'}.`
      : null,
    lost > 0
      ? `${plural(lost, 'claim')} of yours went to somebody else's proof. Nothing personal.`
      : null,
  ].filter((line) => line !== null);
  return lines.length === 0
    ? ['Nothing happened. The pyramid held its breath, and so did the market.']
    : lines;
}

function rankLine(then: number | null, now: number | null): string | null {
  if (then === now) return null;
  if (now === null) return 'You left the board.';
  if (then === null) return `You are on the board: number ${formatCount(now)}.`;
  const [from, to] = [formatCount(then), formatCount(now)];
  return now < then
    ? `You rose from number ${from} to ${to}, mostly by staying where you were.`
    : `You fell from number ${from} to ${to}, which is how pyramids are meant to work.`;
}
