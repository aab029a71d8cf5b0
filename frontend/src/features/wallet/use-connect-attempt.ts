import { WalletReadyState, type Adapter } from '@solana/wallet-adapter-base';
import { useWallet } from '@solana/wallet-adapter-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { showToast } from '@/features/toast/toast-store';
import { injectedPhantom, PHANTOM } from './phantom';
import { useWelcome } from './use-welcome';
import { useWalletDispatch } from './wallet-context';
import { useWalletRuntime } from './wallet-runtime-context';

/** A visitor clicked, or the page looks by itself whether Phantom still trusts it. */
export type AttemptKind = 'click' | 'silent';

/** How long Phantom may take to show up before an attempt is given up, in ms. A prompt may stay open for ever. */
const TIMEOUT_MS = { click: 10_000, silent: 5_000 } as const;

interface Attempt {
  readonly kind: AttemptKind;
}

interface ConnectAttempt {
  /** Starts an attempt to connect; a new one replaces one that is still looking for Phantom. */
  attempt(kind: AttemptKind): void;
  /** Ends an attempt that cannot succeed. Only a click is told so. */
  fail(kind: AttemptKind, error: unknown): void;
}

/**
 * Connecting in the steps that the wallet library needs: its code is loaded, then Phantom is
 * selected, and only when Phantom is the selected wallet is it asked, once for each attempt.
 */
export function useConnectAttempt(): ConnectAttempt {
  const dispatch = useWalletDispatch();
  const { ready, load } = useWalletRuntime();
  const { wallet, select, connect } = useWallet();
  const [current, setCurrent] = useState<Attempt | null>(null);
  const asked = useRef<Attempt | null>(null);
  const welcome = useWelcome();

  const fail = useCallback(
    (kind: AttemptKind, error: unknown) => {
      setCurrent(null);
      dispatch({ type: 'gave-up' });
      if (kind === 'silent') return;
      console.error('Could not connect', error);
      showToast({
        variant: 'destructive',
        title: 'Connection Failed',
        description: 'Could not connect to wallet. Please install Phantom from phantom.app.',
      });
    },
    [dispatch],
  );

  const attempt = useCallback(
    (kind: AttemptKind) => {
      dispatch({ type: kind === 'click' ? 'connecting' : 'reconnecting' });
      setCurrent({ kind });
      load().catch((error: unknown) => fail(kind, error));
    },
    [dispatch, load, fail],
  );

  useEffect(() => {
    if (!current || !ready || asked.current === current) return;
    if (wallet?.adapter.name !== PHANTOM) {
      select(PHANTOM);
      return;
    }
    if (wallet.readyState !== WalletReadyState.Installed) return;
    asked.current = current;
    const { kind } = current;
    const { adapter } = wallet;
    const answer = kind === 'click' ? connect() : connectIfTrusted(adapter, connect);
    answer
      .then(async () => {
        const address = addressOf(adapter);
        setCurrent(null);
        dispatch({ type: 'connected', address });
        await welcome(kind, address);
      })
      .catch((error: unknown) => fail(kind, error));
  }, [current, ready, wallet, select, connect, dispatch, welcome, fail]);

  useEffect(() => {
    if (!current) return;
    const timer = setTimeout(() => {
      const promptIsOpen = current.kind === 'click' && asked.current === current;
      if (!promptIsOpen) fail(current.kind, new Error('Phantom did not show up'));
    }, TIMEOUT_MS[current.kind]);
    return () => clearTimeout(timer);
  }, [current, fail]);

  return { attempt, fail };
}

/** Connects without a prompt, or rejects. An old Phantom must be asked first whether it would prompt. */
async function connectIfTrusted(adapter: Adapter, connect: () => Promise<void>): Promise<void> {
  if ('standard' in adapter) {
    await adapter.autoConnect();
  } else {
    await injectedPhantom()?.connect({ onlyIfTrusted: true });
    await connect();
  }
}

function addressOf(adapter: Adapter): string {
  if (!adapter.publicKey) throw new Error('Phantom connected without an account');
  return adapter.publicKey.toBase58();
}
