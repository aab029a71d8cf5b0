// React's build for the edge, since the build for Node uses AsyncLocalStorage, which before Node.js 24 slows down every
// promise in the process.
import { prerender } from 'react-dom/static.edge';
import { parsePath, StaticRouter } from 'react-router-dom';
import type { Renderer } from '@backend/site/page';
import { App } from './app';
import { paths as screenPaths } from './config/paths';
import { routeAt } from './routes/routes';

export { collapseLinkTexts, referralLinkTexts, renderCard } from './features/card/render-card';
export { renderPyramid } from './features/pyramid/poster';

export const paths: Renderer['paths'] = Object.values(screenPaths);

export const renderPage: Renderer['renderPage'] = async (path, settings, invitation) => {
  const { title, description } = routeAt(parsePath(path).pathname ?? screenPaths.landing);
  const { prelude } = await prerender(
    <StaticRouter location={path}>
      <App settings={settings} invitation={invitation} />
    </StaticRouter>,
    // React would send a large Suspense boundary later, with an inline script that violates the security policy.
    { progressiveChunkSize: Infinity },
  );
  const html = await new Response(prelude).text();
  // React writes the elements for the head first.
  const [head = ''] = /^(<title>[^<]*<\/title>|<(meta|link) [^>]*>)*/.exec(html) ?? [];
  return { title, description, head, body: html.slice(head.length) };
};
