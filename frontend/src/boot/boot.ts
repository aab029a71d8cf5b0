import { keepLink } from '@/features/referral/opened-link';
import { loadCode } from '@/lib/load-code';
import { whenOpened } from '@/lib/prerender';
import { replayClicks } from './event-replay';
import '@/styles/main.css';
import '@/styles/fonts.css';

whenOpened(keepLink);
replayClicks(document);

// An import before the first paint would delay the paint. A page in a hidden tab is not painted, so its code loads
// without delay.
addEventListener('DOMContentLoaded', () => {
  if (document.hidden) load();
  else requestAnimationFrame(() => requestAnimationFrame(load));
});

function load(): void {
  loadCode(() => import(/* webpackChunkName: "main" */ './load'))
    .then(({ loadApp }) => loadApp())
    .then(({ hydratePage }) => hydratePage())
    .catch((error: unknown) => console.error('The app could not be loaded', error));
}
