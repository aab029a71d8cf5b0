import {
  ConnectionContext,
  useConnection,
  WalletContext,
  type ConnectionContextState,
  type WalletContextState,
} from '@solana/wallet-adapter-react';
import { useCallback, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { NEUTRAL_WALLET } from './neutral-wallet';
import { LoadWalletContext } from './wallet-context';
import type { WalletRuntimeProps } from './wallet-runtime';

interface Published {
  readonly wallet: WalletContextState;
  readonly connection: ConnectionContextState;
}

/**
 * Puts the official wallet contexts around the app from the start, with neutral values, and fills
 * them from the real providers once those are wanted. `useWallet()` and `useConnection()` work
 * everywhere; the first render needs none of the wallet's code and is the same on the server.
 */
export function WalletBridge({ children }: { readonly children: ReactNode }) {
  const noConnection = useConnection();
  const [Runtime, setRuntime] = useState<ComponentType<WalletRuntimeProps> | null>(null);
  const [published, setPublished] = useState<Published | null>(null);
  const loading = useRef<Promise<void> | null>(null);

  const load = useCallback((): Promise<void> => {
    loading.current ??= import(/* webpackChunkName: "wallet" */ './wallet-runtime').then(
      (module) => setRuntime(() => module.WalletRuntime),
      (error: unknown) => {
        loading.current = null;
        throw error;
      },
    );
    return loading.current;
  }, []);

  const publish = useCallback(
    (wallet: WalletContextState, connection: ConnectionContextState) =>
      setPublished({ wallet, connection }),
    [],
  );

  return (
    <>
      <LoadWalletContext value={load}>
        <ConnectionContext value={published?.connection ?? noConnection}>
          <WalletContext value={published?.wallet ?? NEUTRAL_WALLET}>{children}</WalletContext>
        </ConnectionContext>
      </LoadWalletContext>
      {Runtime && <Runtime onPublish={publish} />}
    </>
  );
}
