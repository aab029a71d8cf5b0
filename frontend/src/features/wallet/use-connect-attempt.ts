import { WalletReadyState, type Adapter } from '@solana/wallet-adapter-base';
import { useWallet, type WalletContextState } from '@solana/wallet-adapter-react';
import { useCallback, useEffect, useRef } from 'react';
import type { SignInRequestBody } from '@backend/session/session.schema';
import { rememberedReferrer } from '@/features/referral/referrer-memory';
import { requestChallenge } from '@/features/session/session-api';
import { signChallenge } from '@/features/session/sign';
import { attemptKind } from './attempt-kind';
import { injectedPhantom } from './phantom';
import { PHANTOM } from './phantom-identity';
import { showConnectFailure } from './show-connect-failure';
import { useWalletState } from './use-wallet-state';
import { useWelcome } from './use-welcome';
import { useWalletDispatch } from './wallet-context';
import type { WalletState } from './wallet-state';

/** How long Phantom may take to show up before an attempt is given up, in ms. A prompt may stay open for ever. */
const TIMEOUT_MS = { click: 10_000, silent: 5_000 } as const;

/**
 * Connecting in the steps that the wallet library needs: Phantom is selected, and only when it is the
 * selected wallet is it asked, once for each attempt. Each attempt is a wallet state of its own.
 */
export function useConnectAttempt(): void {
  const state = useWalletState();
  const dispatch = useWalletDispatch();
  const context = useWallet();
  const { wallet, select } = context;
  const asked = useRef<WalletState | null>(null);
  const welcome = useWelcome();
  const kind = attemptKind(state);

  const fail = useCallback(
    (attempt: WalletState, error: unknown) => {
      dispatch({ type: 'gave-up', attempt });
      if (attemptKind(attempt) === 'click') showConnectFailure(error);
    },
    [dispatch],
  );

  useEffect(() => {
    if (!kind || asked.current === state) return;
    if (wallet?.adapter.name !== PHANTOM) {
      select(PHANTOM);
      return;
    }
    if (wallet.readyState !== WalletReadyState.Installed) return;
    asked.current = state;
    const { adapter } = wallet;
    const answer =
      kind === 'click' ? connectAndSign(context) : connectIfTrusted(adapter, context.connect);
    answer
      .then(async (signed) => {
        const address = addressOf(adapter);
        dispatch({ type: 'connected', address });
        await welcome(kind, address, signed);
      })
      .catch((error: unknown) => fail(state, error));
  }, [kind, state, context, wallet, select, dispatch, welcome, fail]);

  useEffect(() => {
    if (!kind) return;
    const timer = setTimeout(() => {
      const promptIsOpen = kind === 'click' && asked.current === state;
      if (!promptIsOpen) fail(state, new Error('Phantom did not show up'));
    }, TIMEOUT_MS[kind]);
    return () => clearTimeout(timer);
  }, [kind, state, fail]);
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
