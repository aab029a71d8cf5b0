import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app';
import { AWAKE } from './config/awake';
import { settingsOfPage } from './config/settings-of-page';
import { insist } from './lib/insist';
import { preloadOnIntent } from './routes/preload-on-intent';
import { preloadScreen } from './routes/routes';

/**
 * Has React take over the page that the server sent, a little at a time. From then on React answers
 * every tap, also one on a part that it has not come to yet.
 */
export async function hydratePage(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root element');
  await insist(() => preloadScreen(window.location.pathname));
  startTransition(() => {
    hydrateRoot(
      root,
      <BrowserRouter>
        <App settings={settingsOfPage(document)} />
      </BrowserRouter>,
    );
  });
  preloadOnIntent();
  document.dispatchEvent(new Event(AWAKE));
}
