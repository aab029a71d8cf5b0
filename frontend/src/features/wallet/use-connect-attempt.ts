import { WalletReadyState, type Adapter } from '@solana/wallet-adapter-base';
import { useWallet } from '@solana/wallet-adapter-react';
import { useCallback, useEffect, useRef } from 'react';
import { isDecline } from '@/features/session/sign-in-with';
import { attemptKind } from './attempt-kind';
import { injectedPhantom } from './phantom';
import { PHANTOM } from './phantom-identity';
import { showConnectFailure } from './show-connect-failure';
import { useWalletState } from './use-wallet-state';
import { useWelcome } from './use-welcome';
import { useWalletDispatch } from './wallet-context';
import { isSameAttempt, type Connecting, type WalletState } from './wallet-state';

/** How long the wallet library may take to see Phantom before an attempt is given up, in ms. A prompt may stay open for ever. */
const TIMEOUT_MS = { click: 10_000, silent: 5_000 } as const;

/**
 * Connecting in the steps that the wallet library needs: Phantom is selected, and only when it is the
 * selected wallet is it connected, once for each attempt. Each attempt is a wallet state of its own.
 */
export function useConnectAttempt(): void {
  const state = useWalletState();
  const dispatch = useWalletDispatch();
  const context = useWallet();
  const { wallet, select } = context;
  const asked = useRef<WalletState | null>(null);
  const welcome = useWelcome();
  const kind = attemptKind(state);

  const isAsked = useCallback(
    (attempt: WalletState) => asked.current !== null && isSameAttempt(asked.current, attempt),
    [],
  );

  const fail = useCallback(
    (attempt: WalletState, error: unknown) => {
      dispatch({ type: 'gave-up', attempt, declined: isDecline(error) });
      if (attemptKind(attempt) === 'click') showConnectFailure(error);
    },
    [dispatch],
  );

  useEffect(() => {
    if (!kind || isAsked(state)) return;
    if (wallet?.adapter.name !== PHANTOM) {
      select(PHANTOM);
      return;
    }
    if (wallet.readyState !== WalletReadyState.Installed) return;
    asked.current = state;
    const { adapter } = wallet;
    const connected =
      state.status === 'connecting'
        ? connectOnceAllowed(state, context.connect)
        : connectIfTrusted(adapter, context.connect);
    connected
      .then(async (signed) => {
        const address = addressOf(adapter);
        dispatch({ type: 'connected', address });
        const from = state.status === 'connecting' ? state.from : null;
        await welcome(from, address, signed, () => adapter.connected && isAsked(state));
      })
      .catch((error: unknown) => fail(state, error));
  }, [kind, state, context, wallet, select, dispatch, welcome, fail, isAsked]);

  useEffect(() => {
    if (!kind) return;
    const timer = setTimeout(() => {
      const promptIsOpen = kind === 'click' && isAsked(state);
      if (!promptIsOpen) fail(state, new Error('Phantom did not show up'));
    }, TIMEOUT_MS[kind]);
    return () => clearTimeout(timer);
  }, [kind, state, fail, isAsked]);
}

/**
 * Waits for what the visitor answers, and connects without another prompt.
 *
 * @returns what was signed, or null after a plain connect
 */
async function connectOnceAllowed(
  { answer }: Connecting,
  connect: () => Promise<void>,
): Connecting['answer'] {
  const signed = await answer;
  await connect();
  return signed;
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
