import { rememberReferrer } from '@/features/referral/referrer-memory';
import { isPhantomBrowser } from '@/features/wallet/phantom-identity';
import { isWalletRemembered } from '@/features/wallet/remembered-wallet';
import { MOTION_KEY, wasPaused } from '@/lib/pause';
import { replayClicks } from './event-replay';
import { loadApp, loadAppOnIntent, loadAppWhenIdle } from './load-app';
import '@/styles/fonts.css';

rememberReferrer(window.location.search);
replayClicks(document);

const expected =
  isWalletRemembered() || isPhantomBrowser(navigator.userAgent) || wasPaused(MOTION_KEY);
if (expected) loadApp();
else {
  loadAppOnIntent();
  loadAppWhenIdle();
}
