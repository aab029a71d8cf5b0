import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { CardFacts, LinkTexts, Renderer } from '@backend/site/page';
import { LEVELS, standingOf } from '@/features/levels/levels';
import { shortenAddress } from '@/lib/format';
import { wagerFrom } from '@/features/education/collapse/wager';
import { Backdrop, Paint } from './backdrop';
import { Certificate, SiteCard } from './card-words';
import { CollapsePaint, collapseTexts, CollapseWords } from './collapse-card';

/** The card of a wallet or of a collapse; with null, or for a wager that nobody could have made, the site's own. */
export const renderCard: Renderer['renderCard'] = (facts) => {
  if (facts !== null && 'wallet' in facts) return certificate(facts);
  const wager = facts === null ? null : wagerFrom(facts.collapse);
  return wager === null
    ? card(null, <SiteCard />)
    : card(<CollapsePaint wager={wager} />, <CollapseWords wager={wager} />);
};

/** The server looks at no balance, so that a wallet is on the level that its recruits alone would give it. */
function certificate(facts: CardFacts): string {
  const { level } = standingOf({ shares: Infinity, provenRecruits: facts.provenRecruits });
  const floors = LEVELS.indexOf(level) + 1;
  return card(
    <Paint from={1 - floors / LEVELS.length} to={1} colour="gold" />,
    <Certificate {...facts} level={level.name} />,
  );
}

/** @param paint what lies on the pyramid */
function card(paint: ReactNode, words: ReactNode): string {
  return renderToStaticMarkup(
    <svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
      <Backdrop>{paint}</Backdrop>
      {words}
    </svg>,
  );
}

/** What a messenger shows of a link to a collapse; null when nobody could have made that wager. */
export const collapseLinkTexts: Renderer['collapseLinkTexts'] = (collapse) => {
  const wager = wagerFrom(collapse);
  return wager === null ? null : collapseTexts(wager);
};

/** What a messenger shows of a wallet's referral link. */
export function referralLinkTexts(wallet: string): LinkTexts {
  return {
    title: `${shortenAddress(wallet)} would like to recruit you (parody)`,
    description:
      'A pyramid scheme that admits it. It never asks for money, a transaction or a seed phrase, so you can only lose your friends.',
  };
}
