import type { Browser, BrowserContext, Page } from 'playwright-core';
import { newClientAddress } from '../product/client-address.js';
import { createWalletKey, type WalletKey } from '../fake-phantom/keys.js';
import { phantomScript } from '../fake-phantom/page-script.js';
import type { PhantomOptions } from '../fake-phantom/phantom-control.js';
import { DEVICES, haveFiveTouchPoints, type Device } from './devices.js';
import { PhantomRemote } from './phantom-remote.js';
import { watchContext, type Watch } from './watch.js';

/** Who visits, with what. */
export interface VisitorOptions {
  readonly device?: Device;
  /** Phantom in the visitor's browser: the present one that approves, unless said otherwise; null for none. */
  readonly phantom?: Partial<PhantomOptions> | null;
  /** Scripts of other extensions, run before the page's own. */
  readonly scripts?: readonly string[];
  readonly javaScript?: boolean;
  /** Whether they want to see things move, which takes the browser most of its time. */
  readonly motion?: boolean;
}

/** Somebody with a browser, and perhaps a wallet. */
export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly phantom: PhantomRemote;
  readonly watch: Watch;
  /** The key of Phantom's first account. */
  readonly key: WalletKey;
}

const PRESENT_PHANTOM = {
  kind: 'standard',
  answer: 'approve',
  delayMs: 0,
  installedFlag: true,
} as const;

/**
 * Brings a visitor with a fresh browser profile. Close the context when they leave.
 * @param headers that a proxy adds to what the browser sends
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
    // No summer time moves the hours on its pictures.
    timezoneId: 'Asia/Kolkata',
    reducedMotion: motion ? 'no-preference' : 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(8000);
  const watch = watchContext(context, origin);
  const keys = phantom?.keys ?? [createWalletKey()];
  const [key = createWalletKey()] = keys;
  if (device === 'ipad') await context.addInitScript(haveFiveTouchPoints);
  if (phantom) {
    await context.addInitScript({
      content: phantomScript({ ...PRESENT_PHANTOM, ...phantom, keys }),
    });
  }
  for (const content of scripts) await context.addInitScript({ content });
  const page = await context.newPage();
  return { page, context, phantom: new PhantomRemote(page), watch, key };
}
