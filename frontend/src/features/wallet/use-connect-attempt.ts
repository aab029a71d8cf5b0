import { WalletReadyState, type Adapter } from '@solana/wallet-adapter-base';
import { useWallet, type WalletContextState } from '@solana/wallet-adapter-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { SignInRequestBody } from '@backend/session/session.schema';
import { rememberedReferrer } from '@/features/referral/referrer-memory';
import { requestChallenge } from '@/features/session/session-api';
import { signChallenge } from '@/features/session/sign';
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
  const context = useWallet();
  const { wallet, select } = context;
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
    const answer =
      kind === 'click' ? connectAndSign(context) : connectIfTrusted(adapter, context.connect);
    answer
      .then(async (signed) => {
        const address = addressOf(adapter);
        setCurrent(null);
        dispatch({ type: 'connected', address });
        await welcome(kind, address, signed);
      })
      .catch((error: unknown) => fail(kind, error));
  }, [current, ready, context, wallet, select, dispatch, welcome, fail]);

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

/**
 * Connects and, where the wallet has Sign In With Solana, proves it in the same prompt. A server that
 * has no challenge to give does not keep anybody from connecting.
 *
 * @returns what was signed, or null after a plain connect
 */
async function connectAndSign(wallet: WalletContextState): Promise<SignInRequestBody | null> {
  if (wallet.signIn) {
    const challenge = await requestChallenge(rememberedReferrer()).catch((error: unknown) => {
      console.error('Connecting without a signature', error);
      return null;
    });
    if (challenge) return signChallenge(wallet, challenge);
  }
  await wallet.connect();
  return null;
}

/** Connects without a prompt, or rejects. An old Phantom must be asked first whether it would prompt. */
async function connectIfTrusted(adapter: Adapter, connect: () => Promise<void>): Promise<null> {
  if ('standard' in adapter) {
    await adapter.autoConnect();
  } else {
    await injectedPhantom()?.connect({ onlyIfTrusted: true });
    await connect();
  }
  return null;
}

function addressOf(adapter: Adapter): string {
  if (!adapter.publicKey) throw new Error('Phantom connected without an account');
  return adapter.publicKey.toBase58();
}
