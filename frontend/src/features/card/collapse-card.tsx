import type { LinkTexts } from '@backend/site/page';
import { playCollapse } from '@/features/education/collapse/play';
import { betText, lostText, verdictOn } from '@/features/education/collapse/verdict';
import type { Wager } from '@/features/education/collapse/wager';
import { plural } from '@/lib/format';
import { Paint } from './backdrop';
import { CardWords, MARGIN } from './card-words';

/** What a messenger shows of a link to a collapse. */
export function collapseTexts(wager: Wager): LinkTexts {
  const collapse = playCollapse(wager);
  return {
    title: `A pyramid that ended on level ${collapse.endsOn} (parody)`,
    description: `${verdictOn(collapse)} ${betText(collapse, wager.bet)}`,
  };
}

/** Gold for the recruits who were paid, and below them in ember those who paid, as high as their part of all. */
export function CollapsePaint({ wager }: { readonly wager: Wager }) {
  const { recruits, lost } = playCollapse(wager);
  if (recruits === 0) return null;
  return (
    <>
      <Paint from={0} to={1 - lost} colour="gold" />
      <Paint from={1 - lost} to={1} colour="ember" />
    </>
  );
}

/** What became of a pyramid that somebody founded, and of the bet on it. */
export function CollapseWords({ wager }: { readonly wager: Wager }) {
  const { each, oneIn, bet, founded } = wager;
  const collapse = playCollapse(wager);
  const nobody = collapse.recruits === 0;
  const said = oneIn === 1 ? 'everybody says yes' : `one in ${oneIn} says yes`;
  const wanted = `${plural(each, 'recruit')} each, and ${said}`;
  return (
    <CardWords>
      <text x={MARGIN} y="181" fontSize="27" className="fill-stone">
        {`${founded.length === 0 ? 'A pyramid' : 'A pyramid under way'} ended on level ${collapse.endsOn}.`}
      </text>
      <text
        x={MARGIN - 5}
        y="322"
        fontFamily="Instrument Serif"
        fontSize="152"
        className="fill-ember"
      >
        {nobody ? 'Nobody' : lostText(collapse)}
      </text>
      <text y="388" fontSize="31">
        <tspan x={MARGIN}>
          {nobody ? 'joined it, and nobody lost anything.' : 'stood on the last two levels,'}
        </tspan>
        <tspan x={MARGIN} dy="42">
          {nobody ? 'It is the best outcome on record.' : 'and paid for everyone above them.'}
        </tspan>
      </text>
      <text x={MARGIN} y="504" fontSize="27" className="fill-gold-bright">
        {shortBetText(bet, collapse.endsOn)}
      </text>
      <text x={MARGIN} y="567" fontSize="24" className="fill-stone">
        {`The plan: ${wanted}.`}
      </text>
    </CardWords>
  );
}

function shortBetText(bet: number, endsOn: number): string {
  if (bet === endsOn) return `The bet was level ${bet}, and won.`;
  return `The bet was level ${bet}: too ${bet > endsOn ? 'hopeful' : 'early'}.`;
}
