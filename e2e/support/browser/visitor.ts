import type { Browser, BrowserContext, Page } from 'playwright-core';
import { newClientAddress } from '../product/client-address.js';
import { createWalletKey, type WalletKey } from '../fake-phantom/keys.js';
import { phantomScript } from '../fake-phantom/page-script.js';
import type { PhantomOptions } from '../fake-phantom/phantom-control.js';
import { DEVICES, haveFiveTouchPoints, type Device } from './devices.js';
import { PhantomRemote } from './phantom-remote.js';
import { watchContext, type Watch } from './watch.js';

export interface VisitorOptions {
  readonly device?: Device;
  /** Default: a current Phantom that approves; null for none. */
  readonly phantom?: Partial<PhantomOptions> | null;
  /** Scripts that run before those of the page. */
  readonly scripts?: readonly string[];
  readonly javaScript?: boolean;
  readonly motion?: boolean;
}

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly phantom: PhantomRemote;
  readonly watch: Watch;
  /** Key of Phantom's first account; a new key if there is no Phantom. */
  readonly key: WalletKey;
}

export const CURRENT_PHANTOM = {
  kind: 'standard',
  answer: 'approve',
  installedFlag: true,
} as const;

/**
 * Opens a page in a new browser context, which the caller closes.
 * @param headers headers that a proxy adds to requests
 */
export async function bringVisitor(
  browser: Browser,
  origin: string,
  {
    device = 'desktop',
    phantom = {},
    scripts = [],
    javaScript = true,
    motion = false,
  }: VisitorOptions,
  headers: Readonly<Record<string, string>> = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    ...DEVICES[device],
    baseURL: origin,
    extraHTTPHeaders: { 'x-forwarded-for': newClientAddress(), ...headers },
    javaScriptEnabled: javaScript,
    // This time zone has no summer time, so times in pictures do not change with the season.
    timezoneId: 'Asia/Kolkata',
    reducedMotion: motion ? 'no-preference' : 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(60_000);
  const watch = watchContext(context, origin);
  const keys = phantom?.keys ?? [createWalletKey()];
  const [key = createWalletKey()] = keys;
  if (device === 'ipad') await context.addInitScript(haveFiveTouchPoints);
  if (phantom) {
    await context.addInitScript({
      content: phantomScript({ ...CURRENT_PHANTOM, ...phantom, keys }),
    });
  }
  for (const content of scripts) await context.addInitScript({ content });
  const page = await context.newPage();
  return { page, context, phantom: new PhantomRemote(page), watch, key };
}
