import { rememberReferrer } from '@/features/referral/referrer-memory';
import { isMotionPaused } from '@/features/site/motion-store';
import { isPhantomBrowser } from '@/features/wallet/phantom-identity';
import { isWalletRemembered } from '@/features/wallet/remembered-wallet';
import { wake, wakeOnIntent, wakeWhenIdle } from './wake';
import '@/styles/fonts.css';

rememberReferrer(window.location.search);
wakeOnIntent();

const expected = isWalletRemembered() || isPhantomBrowser(navigator.userAgent) || isMotionPaused();
if (expected) wake();
else wakeWhenIdle();
