import type { LinkTexts } from '@backend/site/page';
import { playCollapse } from '@/features/education/collapse/play';
import { betText, lostText, verdictOn } from '@/features/education/collapse/verdict';
import type { Wager } from '@/features/education/collapse/wager';
import { plural } from '@/lib/format';
import { Card, Line, Paint } from './card';

/** What a messenger shows of a link to a collapse. */
export function collapseTexts(wager: Wager): LinkTexts {
  const collapse = playCollapse(wager);
  return {
    title: `A pyramid that ended on level ${collapse.endsOn} (parody)`,
    description: `${verdictOn(collapse)} ${betText(collapse, wager.bet)}`,
  };
}

/**
 * What became of a pyramid that somebody founded, and of the bet on it: gold for the recruits who were paid, and below
 * them in ember those who paid, as high as their part of all.
 */
export function CollapseCard({ wager }: { readonly wager: Wager }) {
  const { each, oneIn, bet, founded } = wager;
  const collapse = playCollapse(wager);
  const { endsOn, lost } = collapse;
  const nobody = collapse.recruits === 0;
  const pyramid = founded.length === 0 ? 'A pyramid' : 'A pyramid under way';
  const said = oneIn === 1 ? 'everybody says yes' : `one in ${oneIn} says yes`;
  const paint = (
    <>
      <Paint from={0} to={1 - lost} colour="gold" />
      <Paint from={1 - lost} to={1} colour="ember" />
    </>
  );
  return (
    <Card paint={nobody ? null : paint}>
      <Line y={181} size={27} colour="stone">{`${pyramid} ended on level ${endsOn}.`}</Line>
      <Line x={71} y={322} size={152} font="Instrument Serif" colour="ember">
        {nobody ? 'Nobody' : lostText(collapse)}
      </Line>
      <Line y={388} size={31}>
        {nobody ? 'joined it, and nobody lost anything.' : 'stood on the last two levels,'}
      </Line>
      <Line y={430} size={31}>
        {nobody ? 'It is the best outcome on record.' : 'and paid for everyone above them.'}
      </Line>
      <Line y={504} size={27} colour="gold-bright">
        {shortBetText(bet, endsOn)}
      </Line>
      <Line y={567} size={24} colour="stone">
        {`The plan: ${plural(each, 'recruit')} each, and ${said}.`}
      </Line>
    </Card>
  );
}

function shortBetText(bet: number, endsOn: number): string {
  if (bet === endsOn) return `The bet was level ${bet}, and won.`;
  return `The bet was level ${bet}: too ${bet > endsOn ? 'hopeful' : 'early'}.`;
}
