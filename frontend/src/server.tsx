import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { Renderer } from '@backend/site/page';
import { App } from './app';
import { isScreen, screenTexts } from './config/screens';
import { preloadEverything } from './lib/lazy-component';

export { referralLinkTexts } from './features/card/referral-link-texts';
export { renderCard } from './features/card/render-card';

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
