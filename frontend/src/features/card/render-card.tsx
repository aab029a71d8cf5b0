import type { Renderer } from '@backend/site/page';
import { BACKDROP } from './backdrop';
import { Certificate } from './certificate';
import { SiteCard } from './site-card';

/** Lays out the card of a wallet, or with null the site's own. */
export const renderCard: Renderer['renderCard'] = (facts) => ({
  backdrop: BACKDROP,
  words: facts === null ? <SiteCard /> : <Certificate {...facts} />,
});
