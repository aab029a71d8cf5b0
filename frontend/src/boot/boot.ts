import { keepLink } from '@/features/referral/opened-link';
import { whenOpened } from '@/lib/prerender';
import { retry } from '@/lib/retry';
import { replayClicks } from './event-replay';
import '@/styles/main.css';
import '@/styles/fonts.css';

whenOpened(keepLink);
replayClicks(document);

// An import before this event would delay the first paint.
addEventListener('DOMContentLoaded', () => {
  retry(() => import(/* webpackChunkName: "main" */ './load'))
    .then(({ loadApp }) => loadApp())
    .then(({ hydratePage }) => hydratePage())
    .catch((error: unknown) => console.error('The app could not be loaded', error));
});
