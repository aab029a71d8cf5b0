import type { CardFacts } from '@backend/card/card-facts';
import type { CardLayout, Renderer } from '@backend/site/page';
import { LEVELS, standingOf } from '@/features/levels/levels';
import { backdropOf } from './backdrop';
import { Certificate } from './certificate';
import { SiteCard } from './site-card';

/** Lays out the card of a wallet, or with null the site's own. */
export const renderCard: Renderer['renderCard'] = (facts) =>
  facts === null ? { backdrop: backdropOf(0), words: <SiteCard /> } : certificate(facts);

/** The server looks at no balance, so that a wallet is on the level that its recruits alone would give it. */
function certificate(facts: CardFacts): CardLayout {
  const { level } = standingOf({ shares: Infinity, provenRecruits: facts.provenRecruits });
  return {
    backdrop: backdropOf(LEVELS.indexOf(level) + 1),
    words: <Certificate {...facts} level={level.name} />,
  };
}
