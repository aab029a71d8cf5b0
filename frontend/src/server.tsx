import { prerender } from 'react-dom/static';
import { parsePath, StaticRouter } from 'react-router-dom';
import type { Renderer } from '@backend/site/page';
import { App } from './app';
import { paths as screenPaths } from './config/paths';
import { UNSET_SETTINGS } from './config/settings';
import { routeAt, ROUTES } from './routes/routes';

export { collapseLinkTexts, referralLinkTexts, renderCard } from './features/card/render-card';
export { renderPyramid } from './features/pyramid/poster';

export const paths: Renderer['paths'] = Object.values(screenPaths);

/** Renders the screen at a path to the HTML that the browser then hydrates. */
export const renderPage: Renderer['renderPage'] = async (path, settings, invitation) => {
  const { title, description } = routeAt(parsePath(path).pathname ?? screenPaths.landing);
  const { prelude } = await prerender(
    <StaticRouter location={path}>
      <App settings={settings} invitation={invitation} />
    </StaticRouter>,
    // Beyond a size React would send a part later, with an inline script that the security policy refuses.
    { progressiveChunkSize: Infinity },
  );
  return { title, description, body: await new Response(prelude).text() };
};

/** Every page as it may be sent, before the launch and after, for the build to see what it looks like. */
export async function renderEveryPage(): Promise<string[]> {
  const launched = { ...UNSET_SETTINGS, tokenMint: '1'.repeat(32) };
  const pages = ROUTES.flatMap(({ path }) =>
    [UNSET_SETTINGS, launched].map((settings) =>
      renderPage(path.replace('*', '/*'), settings, null),
    ),
  );
  pages.push(
    renderPage('/?ref=', UNSET_SETTINGS, 'damaged'),
    renderPage('/', UNSET_SETTINGS, { wallet: '1'.repeat(32), provenRecruits: 1 }),
  );
  return (await Promise.all(pages)).map(({ body }) => body);
}
