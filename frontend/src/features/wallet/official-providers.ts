import type { ConnectionContextState, WalletContextState } from '@solana/wallet-adapter-react';
import type { ComponentType } from 'react';
import { createStore } from '@/lib/store';
import { PHANTOM } from './expected-wallet';

/** What the official ConnectionProvider and WalletProvider hold. */
interface Held {
  readonly wallet: WalletContextState;
  readonly connection: ConnectionContextState;
  /** Whether Phantom is the selected wallet, and there to be connected. */
  readonly ready: boolean;
}

/** The official providers: their code once it has come, and what they hold once they are mounted. */
interface Providers {
  readonly Runtime: ComponentType | null;
  readonly held: Held | null;
}

export const providers = createStore<Providers>({ Runtime: null, held: null });

let loading: Promise<void> | null = null;
/** Phantom has been deselected, and the providers have not come to it yet. */
let leaving = false;

/** Fetches the code of the providers, and has them mounted; once, however often it is asked. Rejects when it does not come. */
export function loadProviders(): Promise<void> {
  loading ??= import(/* webpackChunkName: "wallet" */ './wallet-runtime').then(
    ({ WalletRuntime }) => providers.set({ ...providers.get(), Runtime: WalletRuntime }),
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** Takes what the providers hold now. */
export function publishHeld(held: Held): void {
  if (held.wallet.wallet === null) leaving = false;
  providers.set({ ...providers.get(), held });
}

/** Address of the account to which the providers are connected, or null. */
export function heldAddress(): string | null {
  const wallet = providers.get().held?.wallet;
  return wallet?.connected ? (wallet.publicKey?.toBase58() ?? null) : null;
}

/**
 * Has the providers select Phantom, which they must before they connect it.
 *
 * @param timeoutMs how long they may take to see Phantom, once their code is there
 * @returns what they hold when it is selected and can be connected
 * @throws Error when their code does not come, or Phantom does not show up
 */
export async function selectPhantom(timeoutMs: number): Promise<WalletContextState> {
  await loadProviders();
  return new Promise((resolve, reject) => {
    const unsubscribe = providers.subscribe(look);
    const timer = setTimeout(() => {
      unsubscribe();
      reject(new Error('Phantom did not show up'));
    }, timeoutMs);

    function look(): void {
      const { held } = providers.get();
      if (!held || leaving) return;
      if (!held.ready) {
        held.wallet.select(PHANTOM);
        return;
      }
      unsubscribe();
      clearTimeout(timer);
      resolve(held.wallet);
    }

    look();
  });
}

/** Has the providers disconnect Phantom, and select it no more. */
export function deselectPhantom(): void {
  const wallet = providers.get().held?.wallet;
  if (!wallet?.wallet) return;
  leaving = true;
  wallet.select(null);
}
