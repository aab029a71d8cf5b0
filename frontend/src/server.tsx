import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { RenderPage } from '@backend/site/page';
import { App } from './app';
import { isScreen, screenTexts } from './config/screens';

/** Renders the screen at a path to the HTML that the browser then hydrates. */
export const renderPage: RenderPage = (path, settings) => ({
  ...screenTexts(path),
  status: isScreen(path) ? 200 : 404,
  body: renderToString(
    <StaticRouter location={path}>
      <App settings={settings} />
    </StaticRouter>,
  ),
});
