import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startChain, type Chain } from '../support/fake-solana/chain.js';
import { startProduct, type Product } from '../support/product/product.js';
import { launchChromium } from '../support/browser/chromium.js';
import { collectEvidence } from './evidence.js';
import { bringVisitor, type Visitor, type VisitorOptions } from '../support/browser/visitor.js';

/** A fake chain, the product and a browser. */
export interface Setup {
  readonly chain: Chain;
  readonly product: Product;
  readonly browser: Browser;
  /** Runs a visit. It fails on console errors, requests to foreign hosts, and transaction calls. */
  visit(options: VisitorOptions, play: (visitor: Visitor) => Promise<void>): Promise<void>;
}

/** Starts chain, product and browser before the tests of a file, and stops them afterwards. */
export function useSetup(settings: Readonly<Record<string, string>> = {}): () => Setup {
  let setup: Setup | undefined;
  beforeAll(async () => {
    // The browser is launched before the chain: if Chromium is missing, a running chain would keep the process alive.
    const browser = await launchChromium();
    const chain = await startChain();
    const product = await startProduct({
      settings: {
        SOLANA_RPC_URL: chain.url,
        TOKEN_MINT: chain.mint,
        TRUST_PROXY: '1',
        ...settings,
      },
    });
    const { PUBLIC_ORIGIN: publicOrigin } = settings;
    const headers: Record<string, string> =
      publicOrigin === undefined ? {} : { 'x-forwarded-host': new URL(publicOrigin).host };
    setup = {
      chain,
      product,
      browser,
      visit: (options, play) => visit(browser, product.origin, options, headers, play),
    };
  });
  afterAll(async () => {
    await setup?.browser.close();
    await setup?.product.stop();
    await setup?.chain.stop();
  });
  return () => {
    if (!setup) throw new Error('setup is only ready inside tests and hooks');
    return setup;
  };
}

async function visit(
  browser: Browser,
  origin: string,
  options: VisitorOptions,
  headers: Readonly<Record<string, string>>,
  play: (visitor: Visitor) => Promise<void>,
): Promise<void> {
  const visitor = await bringVisitor(browser, origin, options, headers);
  const keepEvidence = collectEvidence(visitor.context);
  try {
    await play(visitor);
    const stillHere = visitor.page.url().startsWith(origin) && options.javaScript !== false;
    if (stillHere) expect(await visitor.phantom.trapped()).toEqual([]);
    expect(visitor.watch.problems()).toEqual([]);
  } catch (failure) {
    throw await keepEvidence(failure);
  } finally {
    await visitor.context.close();
  }
}
