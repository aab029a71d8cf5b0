import { keepLink } from '@/features/referral/opened-link';
import { isPhantomBrowser, isWalletRemembered } from '@/features/wallet/expected-wallet';
import { MOTION_KEY, wasPaused } from '@/lib/pause';
import { whenOpened } from '@/lib/prerender';
import { replayClicks } from './event-replay';
import { loadApp, loadAppWhenWanted } from './load-app';
import '@/styles/fonts.css';

whenOpened(keepLink);
replayClicks(document);

const expected = isWalletRemembered() || isPhantomBrowser(navigator) || wasPaused(MOTION_KEY);
if (expected) loadApp();
else loadAppWhenWanted();
