import { test as base, expect, type Browser } from '@playwright/test';
import { bringVisitor, type Visitor, type VisitorOptions } from '../support/browser/visitor.js';
import { startChain, type Chain } from '../support/fake-solana/chain.js';
import { startProduct, type Product } from '../support/product/product.js';

export { expect };

/**
 * Runs a visit. It fails on an unexpected error, console warning or request to another host. With JavaScript on, a
 * visit that ends on the site also fails on a transaction call.
 */
export type Visit = (
  options: VisitorOptions,
  play: (visitor: Visitor) => Promise<void>,
) => Promise<void>;

interface WorkerSite {
  /** Settings of the product in addition to those that the `product` fixture sets. */
  readonly settings: Readonly<Record<string, string>>;
  /** Tests with different boards never share a product, so a test file that counts all wallets sets its own board. */
  readonly board: string;
  readonly chain: Chain;
  readonly product: Product;
}

export interface Site extends WorkerSite {
  readonly browser: Browser;
  readonly visit: Visit;
}

interface Visiting extends Visitor {
  readonly visit: Visit;
  /** A visitor on a desktop whose Phantom approves. `page`, `context`, `phantom`, `watch` and `key` belong to it. */
  readonly visitor: Visitor;
}

export const test = base.extend<Visiting, WorkerSite>({
  settings: [{}, { option: true, scope: 'worker' }],
  board: ['shared', { option: true, scope: 'worker' }],
  chain: [
    async ({}, use) => {
      const chain = await startChain();
      await use(chain);
      await chain.stop();
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ chain, settings }, use) => {
      const product = await startProduct({
        settings: {
          SOLANA_RPC_URL: chain.url,
          TOKEN_MINT: chain.mint,
          TRUST_PROXY: '1',
          ...settings,
        },
      });
      await use(product);
      await product.stop();
    },
    { scope: 'worker' },
  ],
  visit: async ({ browser, product, settings }, use) => {
    const { PUBLIC_ORIGIN: publicOrigin } = settings;
    const headers: Record<string, string> =
      publicOrigin === undefined ? {} : { 'x-forwarded-host': new URL(publicOrigin).host };
    await use(async (options, play) => {
      const visitor = await bringVisitor(browser, product.origin, options, headers);
      await play(visitor);
      const stillHere =
        visitor.page.url().startsWith(product.origin) && options.javaScript !== false;
      if (stillHere) expect(await visitor.phantom.trapped()).toEqual([]);
      expect(visitor.watch.problems()).toEqual([]);
      await visitor.context.close();
    });
  },
  visitor: async ({ visit }, use) => visit({}, use),
  page: async ({ visitor }, use) => use(visitor.page),
  context: async ({ visitor }, use) => use(visitor.context),
  phantom: async ({ visitor }, use) => use(visitor.phantom),
  watch: async ({ visitor }, use) => use(visitor.watch),
  key: async ({ visitor }, use) => use(visitor.key),
});
