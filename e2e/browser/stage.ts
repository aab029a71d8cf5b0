import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startChain, type Chain } from '../chain/chain.js';
import { startProduct, type Product } from '../product/product.js';
import { launchChromium } from './chromium.js';
import { collectEvidence } from './evidence.js';
import { bringVisitor, type Visitor, type VisitorOptions } from './visitor.js';

/** What a file of browser tests plays on: a chain, the product on it, and a browser. */
export interface Stage {
  readonly chain: Chain;
  readonly product: Product;
  readonly browser: Browser;
  /** Plays a visit, and holds that nothing happened in it that must never happen. */
  visit(options: VisitorOptions, play: (visitor: Visitor) => Promise<void>): Promise<void>;
}

/** Sets the stage before the tests of a file, and clears it after them. */
export function useStage(settings: Readonly<Record<string, string>> = {}): () => Stage {
  let stage: Stage | undefined;
  beforeAll(async () => {
    // First, since a machine without it would otherwise be left with a chain that keeps the tests from ending.
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
    stage = {
      chain,
      product,
      browser,
      visit: (options, play) => visit(browser, product.origin, options, headers, play),
    };
  });
  afterAll(async () => {
    await stage?.browser.close();
    await stage?.product.stop();
    await stage?.chain.stop();
  });
  return () => {
    if (!stage) throw new Error('the stage is set before the tests of a file');
    return stage;
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
