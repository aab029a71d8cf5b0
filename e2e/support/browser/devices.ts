import type { BrowserContextOptions } from 'playwright-core';

const MACINTOSH =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

export const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  android: {
    ...PHONE,
    userAgent:
      'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
  },
  iphone: {
    ...PHONE,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  },
  /** An iPad has the user agent of a Macintosh by default. */
  ipad: {
    viewport: { width: 1024, height: 1366 },
    hasTouch: true,
    userAgent: MACINTOSH,
  },
  phantomBrowser: {
    ...PHONE,
    userAgent:
      'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36 Phantom/android/26.1',
  },
} satisfies Record<string, BrowserContextOptions>;

export type Device = keyof typeof DEVICES;

/** Runs in the page: reports five touch points, as an iPad does. */
export function haveFiveTouchPoints(): void {
  Object.defineProperty(navigator, 'maxTouchPoints', { get: () => 5 });
}
