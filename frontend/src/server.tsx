import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { Renderer } from '@backend/site/page';
import { App } from './app';
import { isScreen, screenTexts } from './config/screens';
import { Certificate } from './features/card/certificate';
import { SiteCard } from './features/card/site-card';
import { preloadEverything } from './lib/lazy-component';

export { referralLinkTexts } from './features/card/referral-link-texts';

/** Renders the screen at a path to the HTML that the browser then hydrates. */
export const renderPage: Renderer['renderPage'] = async (path, settings) => {
  await preloadEverything();
  return {
    ...screenTexts(path),
    status: isScreen(path) ? 200 : 404,
    body: renderToString(
      <StaticRouter location={path}>
        <App settings={settings} />
      </StaticRouter>,
    ),
  };
};

/** Lays out the card of a wallet, or with null the site's own. */
export const renderCard: Renderer['renderCard'] = (facts) =>
  facts === null ? <SiteCard /> : <Certificate {...facts} />;
