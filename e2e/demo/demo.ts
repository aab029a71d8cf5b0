import { once } from 'node:events';
import { startChain } from '../support/fake-solana/chain.js';
import { startProduct } from '../support/product/product.js';
import { createWalletKey } from '../support/fake-phantom/keys.js';
import { demoWalletScript } from './demo-wallet.js';
import { startProxy } from './proxy.js';
import { raisePyramids } from './pyramids.js';
import { furnish, topBuilder } from './recruits.js';

export interface DemoOptions {
  readonly host: string;
  readonly port: number;
  readonly root: string;
  /** Script that runs in every page before the demo wallet is defined. */
  readonly script?: string;
}

export interface Demo {
  readonly origin: string;
  /** Referral link of another wallet. */
  readonly referralLink: string;
  stop(): Promise<void>;
}

/** Starts a fake Solana node, the product with about 300 wallets, and a proxy that adds a demo wallet to each page. */
export async function startDemo({ host, port, root, script = '' }: DemoOptions): Promise<Demo> {
  const origin = `http://localhost:${port}`;
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const each of stops.toReversed()) await each();
  };
  try {
    const chain = await startChain();
    stops.push(() => chain.stop());
    const product = await startProduct({
      root,
      settings: {
        PUBLIC_ORIGIN: origin,
        SOLANA_RPC_URL: chain.url,
        TOKEN_MINT: chain.mint,
        TRUST_PROXY: '1',
      },
    });
    stops.push(() => product.stop());
    const key = createWalletKey();
    const upstream = new URL(product.origin.replace('localhost', '127.0.0.1'));
    const scripts = script + demoWalletScript(key);
    const proxy = await startProxy({ host, port, upstream, script: scripts });
    stops.push(async () => {
      proxy.close();
      proxy.closeAllConnections();
      await once(proxy, 'close');
    });
    await raisePyramids(product.origin);
    await furnish(key.address, chain, product);
    const referrer = await topBuilder(product.origin);
    return { origin, referralLink: `${origin}/?ref=${referrer}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
