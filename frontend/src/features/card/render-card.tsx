import { renderToStaticMarkup } from 'react-dom/server';
import type { CardFacts, LinkTexts, Renderer } from '@backend/site/page';
import { WalletMark } from '@/components/art/wallet-mark';
import { wagerFrom } from '@/features/education/collapse/wager';
import { LEVELS, standingOf } from '@/features/levels/levels';
import { titleOf } from '@/lib/face';
import { formatCount, plural, shortenAddress } from '@/lib/format';
import { Card, Line, MARGIN, Paint } from './card';
import { CollapseCard, collapseTexts } from './collapse-card';

/** The card of a wallet or of a collapse; with null, or for a wager that nobody could have made, the site's own. */
export const renderCard: Renderer['renderCard'] = (facts) => {
  if (facts && 'wallet' in facts) return renderToStaticMarkup(<Certificate {...facts} />);
  const wager = facts && wagerFrom(facts.collapse);
  return renderToStaticMarkup(wager ? <CollapseCard wager={wager} /> : <SiteCard />);
};

/**
 * A wallet's card: what it has achieved, certified without a straight face being lost. The server looks at no balance, so
 * that a wallet is on the level that its recruits alone would give it.
 */
function Certificate({ wallet, provenRecruits, rank }: CardFacts) {
  const { level } = standingOf({ shares: Infinity, provenRecruits });
  const floors = LEVELS.indexOf(level) + 1;
  return (
    <Card paint={<Paint from={1 - floors / LEVELS.length} to={1} colour="gold" />}>
      <Line y={181} size={27} colour="stone">
        Certificate of participation, issued to
      </Line>
      <WalletMark wallet={wallet} x={MARGIN} y="206" width="52" height="43" />
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

/** What is on record of a wallet, in a line. */
function record(provenRecruits: number, rank: number | null): string {
  if (rank === null && provenRecruits === 0) return 'No recruits. An unblemished record.';
  const place = rank === null ? 'unranked' : `ranked ${formatCount(rank)}`;
  return `${plural(provenRecruits, 'proven recruit')}, ${place}`;
}

const TITLE = ['The AI-run', 'pyramid scheme', 'that admits it.'];

/** The card of the site itself. */
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

/** What a messenger shows of a link to a collapse; null when nobody could have made that wager. */
export const collapseLinkTexts: Renderer['collapseLinkTexts'] = (collapse) => {
  const wager = wagerFrom(collapse);
  return wager && collapseTexts(wager);
};

/** What a messenger shows of a wallet's referral link. */
export function referralLinkTexts(wallet: string): LinkTexts {
  return {
    title: `${shortenAddress(wallet)} would like to recruit you (parody)`,
    description:
      'A pyramid scheme that admits it. It never asks for money, a transaction or a seed phrase, so you can only lose your friends.',
  };
}
