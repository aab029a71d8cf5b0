// The build for Node runs in an AsyncLocalStorage, which slows down every promise of the process from then on.
import { prerender } from 'react-dom/static.edge';
import { parsePath, StaticRouter } from 'react-router-dom';
import type { Renderer } from '@backend/site/page';
import { App } from './app';
import { paths as screenPaths } from './config/paths';
import { routeAt } from './routes/routes';

export {
  collapseLinkTexts,
  letterLinkTexts,
  referralLinkTexts,
  renderCard,
} from './features/card/render-card';
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
  const html = await new Response(prelude).text();
  // React writes what belongs into the head before all else.
  const [head = ''] = /^(<title>[^<]*<\/title>|<(meta|link) [^>]*>)*/.exec(html) ?? [];
  return { title, description, head, body: html.slice(head.length) };
};
