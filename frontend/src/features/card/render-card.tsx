import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { CardFacts, LinkTexts, Renderer } from '@backend/site/page';
import { LEVELS, standingOf } from '@/features/levels/levels';
import { shortenAddress } from '@/lib/format';
import { Backdrop } from './backdrop';
import { Certificate, SiteCard } from './card-words';

/** The card of a wallet, or with null the site's own. */
export const renderCard: Renderer['renderCard'] = (facts) =>
  facts === null ? card(0, <SiteCard />) : certificate(facts);

/** The server looks at no balance, so that a wallet is on the level that its recruits alone would give it. */
function certificate(facts: CardFacts): string {
  const { level } = standingOf({ shares: Infinity, provenRecruits: facts.provenRecruits });
  return card(LEVELS.indexOf(level) + 1, <Certificate {...facts} level={level.name} />);
}

/** @param floors levels that are gilded, from the ground up */
function card(floors: number, words: ReactNode): string {
  return renderToStaticMarkup(
    <svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
      <Backdrop floors={floors} />
      {words}
    </svg>,
  );
}

/** What a messenger shows of a wallet's referral link. */
export function referralLinkTexts(wallet: string): LinkTexts {
  return {
    title: `${shortenAddress(wallet)} would like to recruit you (parody)`,
    description:
      'A pyramid scheme that admits it. It never asks for money, a transaction or a seed phrase, so you can only lose your friends.',
  };
}
