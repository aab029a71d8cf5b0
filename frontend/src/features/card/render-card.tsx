import { renderToStaticMarkup } from 'react-dom/server.edge';
import type { CardFacts, LinkTexts, Renderer } from '@backend/site/page';
import { Avatar } from '@/components/art/avatar';
import { betText, lostText, playCollapse, verdictOn } from '@/features/education/collapse/play';
import { wagerFrom, type Wager } from '@/features/education/collapse/wager';
import { LEVELS, standingOf } from '@/features/levels/levels';
import { titleOf } from '@/lib/avatar';
import { formatCount, plural, shortenAddress } from '@/lib/format';
import { Card, Line, MARGIN, Paint } from './card';

/** The card of a wallet or of a collapse; with null, or for a wager that nobody could have made, the site's own. */
export const renderCard: Renderer['renderCard'] = (facts) => {
  if (facts && 'wallet' in facts) return renderToStaticMarkup(<Certificate {...facts} />);
  const wager = facts && wagerFrom(facts.collapse);
  return renderToStaticMarkup(wager ? <CollapseCard wager={wager} /> : <SiteCard />);
};

/** The server looks at no balance: a wallet is on the level that its recruits alone would give it. */
function Certificate({ wallet, provenRecruits, rank }: CardFacts) {
  const { level } = standingOf({ shares: Infinity, provenRecruits });
  const floors = LEVELS.indexOf(level) + 1;
  return (
    <Card paint={<Paint from={1 - floors / LEVELS.length} to={1} colour="gold" />}>
      <Line y={181} size={27} colour="stone">
        Certificate of participation, issued to
      </Line>
      <Avatar wallet={wallet} x={MARGIN} y="206" width="52" height="43" />
      <Line x={146} y={248} size={56} font="Geist Medium" colour="gold-bright">
        {shortenAddress(wallet)}
      </Line>
      <Line y={313} size={27} colour="stone">
        {`${titleOf(wallet)} and, as far as recruits go, a`}
      </Line>
      <Line x={73} y={402} size={92} font="Instrument Serif">
        {level.name}
      </Line>
      <Line y={504} size={31}>
        {record(provenRecruits, rank)}
      </Line>
      <Line y={567} size={24} colour="stone">
        Shares were not examined, out of respect.
      </Line>
    </Card>
  );
}

function record(provenRecruits: number, rank: number | null): string {
  if (rank === null && provenRecruits === 0) return 'No recruits. An unblemished record.';
  const place = rank === null ? 'unranked' : `ranked ${formatCount(rank)}`;
  return `${plural(provenRecruits, 'proven recruit')}, ${place}`;
}

const TITLE = ['The AI-run', 'pyramid scheme', 'that admits it.'];

function SiteCard() {
  return (
    <Card>
      <Line y={257} size={100} font="Instrument Serif">
        {TITLE.map((line, index) => (
          <tspan key={line} x={MARGIN} dy={index === 0 ? 0 : 95}>
            {line}
          </tspan>
        ))}
      </Line>
      <Line y={566} size={27} colour="stone">
        Nothing is for sale. The exit is where you came in.
      </Line>
    </Card>
  );
}

/** Gold for the recruits who were paid, and below them in ember those who paid, as high as their part of all. */
function CollapseCard({ wager }: { readonly wager: Wager }) {
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

/** What a messenger shows of a link to a collapse; null when nobody could have made that wager. */
export const collapseLinkTexts: Renderer['collapseLinkTexts'] = (text) => {
  const wager = wagerFrom(text);
  if (!wager) return null;
  const collapse = playCollapse(wager);
  return {
    title: `A pyramid that ended on level ${collapse.endsOn} (parody)`,
    description: `${verdictOn(collapse)} ${betText(collapse, wager.bet)}`,
  };
};

export function referralLinkTexts(wallet: string): LinkTexts {
  return {
    title: `${shortenAddress(wallet)} would like to recruit you (parody)`,
    description:
      'A pyramid scheme that admits it. It never asks for money, a transaction or a seed phrase, so you can only lose your friends.',
  };
}
