import { WalletReadyState } from '@solana/wallet-adapter-base';
import type { WalletContextState } from '@solana/wallet-adapter-react';
import { createStore } from '@/lib/store';
import { PHANTOM } from './expected-wallet';

/** Timeout for WalletProvider to find Phantom, in ms. A prompt has no timeout. */
const SELECT_TIMEOUT_MS = 10_000;

/** The value of `useWallet()`, for code outside React; null before the first render. */
const provider = createStore<WalletContextState | null>(null);

/** True between `select(null)` and the render in which WalletProvider applies it. */
let deselecting = false;

/** Stores the value of `useWallet()`. */
export function setProvider(context: WalletContextState): void {
  if (context.wallet === null) deselecting = false;
  provider.set(context);
}

/**
 * Selects Phantom in WalletProvider, which must render the selection before it can connect.
 *
 * @returns the provider's context once Phantom is selected and installed
 * @throws Error if Phantom is not found in time
 */
export function selectPhantom(): Promise<WalletContextState> {
  return new Promise((resolve, reject) => {
    const unsubscribe = provider.subscribe(check);
    const timer = setTimeout(() => {
      unsubscribe();
      reject(new Error('Phantom was not found in time'));
    }, SELECT_TIMEOUT_MS);

    function check(): void {
      const context = provider.get();
      if (deselecting || context === null) return;
      if (context.wallet?.adapter.name !== PHANTOM) {
        context.select(PHANTOM);
      } else if (context.wallet.readyState === WalletReadyState.Installed) {
        unsubscribe();
        clearTimeout(timer);
        resolve(context);
      }
    }

    check();
  });
}

/** Disconnects Phantom and deselects it in WalletProvider. */
export function deselectPhantom(): void {
  const context = provider.get();
  if (!context?.wallet) return;
  deselecting = true;
  context.select(null);
}
