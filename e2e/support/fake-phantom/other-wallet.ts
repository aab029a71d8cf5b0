import type { StandardApp } from './phantom-control.js';

/**
 * Registers a Wallet Standard wallet other than the fake Phantom. It connects, but refuses to sign. The source text of
 * this function is injected into the page.
 */
export function installOtherWallet(name: string, address: string, chain: 'solana' | 'sui'): void {
  const connects: Record<string, number> = (window.otherWalletConnects ??= {});
  connects[name] = 0;
  const transactions = { version: '1.0.0', supportedTransactionVersions: ['legacy', 0] };
  const account = {
    address,
    publicKey: new Uint8Array(32),
    chains: [`${chain}:mainnet`],
    features: [`${chain}:signTransaction`],
  };
  const wallet = {
    version: '1.0.0',
    name,
    icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
    chains: [`${chain}:mainnet`],
    accounts: [] as object[],
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: () => {
          connects[name] = (connects[name] ?? 0) + 1;
          wallet.accounts = [account];
          return Promise.resolve({ accounts: wallet.accounts });
        },
      },
      'standard:events': { version: '1.0.0', on: () => () => undefined },
      [`${chain}:signTransaction`]: {
        ...transactions,
        signTransaction: () => Promise.reject(new Error('refused')),
      },
    },
  };
  const register = ({ register: add }: StandardApp) => add(wallet);
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
  window.addEventListener('wallet-standard:app-ready', ({ detail: api }) => register(api));
}
