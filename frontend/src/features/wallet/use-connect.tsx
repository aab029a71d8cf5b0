import { useWallet } from '@solana/wallet-adapter-react';
import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useRef,
  type ReactNode,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { paths } from '@/config/paths';
import { claimReferral } from '@/features/referral/claim-referral';
import {
  forgetProven,
  isAnswered,
  noteAnswered,
  readLink,
  rememberedReferrer,
} from '@/features/referral/referrer-memory';
import { forgetStats, refreshStats } from '@/features/referral/use-referral-stats';
import { refusalOf, requestChallenge, type Refusal } from '@/features/session/sign-in-with';
import { failureOf, signIn, signOut, type Failure } from '@/features/session/use-session';
import { TOASTS } from '@/features/toast/toasts';
import { useToast } from '@/features/toast/use-toast';
import { useReturn } from '@/lib/use-return';
import {
  askToConnect,
  askToSignIn,
  canSignIn,
  findPhantom,
  isPhoneOutsidePhantom,
  PHANTOM,
  phantomBrowseLink,
  withdraw,
} from './phantom';

const PHANTOM_DOWNLOAD_URL = 'https://phantom.app/';

/** Time between the toast and the redirect to Phantom (docs/product.md, Wallet). */
const REDIRECT_DELAY_MS = 1_500;

/** Why no wallet is connected. `resigned` stands for a click on Disconnect. */
export type DisconnectReason = Refusal | 'failed' | 'cancelled' | 'resigned';

export interface ConnectState {
  /**
   * Stage of the attempt to connect; `idle` if there is none. `arriving`: the wallet is connected, but a sign-in and a
   * claim may follow. `redirecting`: a phone is about to open Phantom.
   */
  readonly stage: 'idle' | 'challenge' | 'prompt' | 'approved' | 'arriving' | 'redirecting';
  readonly reason: DisconnectReason | null;
  /** Why the sign-in failed; the wallet is connected all the same. */
  readonly failure: Failure | null;
  readonly canSkipSigning: boolean;
}

const IDLE: ConnectState = { stage: 'idle', reason: null, failure: null, canSkipSigning: false };

const change = (state: ConnectState, changes: Partial<ConnectState>): ConnectState => ({
  ...state,
  ...changes,
});

interface Connect extends ConnectState {
  /**
   * Connects Phantom, with a signature if Phantom supports it, the challenge loads and `sign` is not false. If this
   * browser has no Phantom, opens its download page or, on a phone, its app.
   */
  connect(options?: { readonly sign: boolean }): Promise<void>;
  /** Cancels the attempt to connect. An open prompt of Phantom stays open, but its answer is ignored. */
  cancel(): void;
  disconnect(): void;
}

const ConnectContext = createContext<Connect | null>(null);

export function useConnect(): Connect {
  const value = useContext(ConnectContext);
  if (value === null) throw new Error('useConnect needs a ConnectProvider');
  return value;
}

interface ConnectProviderProps {
  /** Number of the attempt whose results count. While it is 0, WalletProviders may reconnect silently. */
  readonly attemptRef: RefObject<number>;
  readonly children: ReactNode;
}

export function ConnectProvider({ attemptRef, children }: ConnectProviderProps) {
  const context = useWallet();
  const { wallets, publicKey, connected } = context;
  const navigate = useNavigate();
  const toast = useToast();
  const [state, set] = useReducer(change, IDLE);
  const address = publicKey?.toBase58() ?? null;

  // An attempt outlives renders, and a render's `select` ignores the wallet that was selected in that render.
  const wallet = useRef(context);
  useLayoutEffect(() => {
    wallet.current = context;
  }, [context]);

  async function connect({ sign } = { sign: true }): Promise<void> {
    if (state.stage !== 'idle' || connected) return;
    attemptRef.current += 1;
    const id = attemptRef.current;
    const isStale = (): boolean => id !== attemptRef.current;
    const from = window.location.pathname;
    const phantom = findPhantom(wallets);
    let recruit: string | undefined;
    toast.retract(TOASTS.failed);
    forgetStats();
    try {
      if (!phantom) {
        if (isPhoneOutsidePhantom(navigator)) {
          await openInPhantom(isStale);
          return;
        }
        window.open(PHANTOM_DOWNLOAD_URL, '_blank', 'noopener');
        throw new Error('Please install Phantom wallet!');
      }

      set({ ...IDLE, stage: 'challenge' });
      const challenge = sign && canSignIn(phantom) ? await challengeOrNull() : null;
      if (isStale()) return;

      set({ stage: 'prompt', canSkipSigning: challenge !== null || !sign });
      const signed = challenge && (await askToSignIn(phantom, challenge));
      if (!challenge) await askToConnect(phantom);
      if (isStale()) {
        if (!phantom.connected) await withdraw(phantom);
        return;
      }

      set({ stage: 'approved' });
      // WalletProvider listens to the adapter only after the render that `select` causes.
      flushSync(() => wallet.current.select(PHANTOM));
      // Connects the adapter. Phantom itself is connected already, and opens no second prompt.
      await phantom.connect();
      const account = (): string | undefined => phantom.publicKey?.toBase58();
      if (isStale()) {
        wallet.current.select(null);
        return;
      }
      if (account() === undefined) throw new Error('Phantom connected without an account');

      set({ stage: 'arriving' });
      // A signature by another account than the connected one is ignored.
      const isSigners = (): boolean => !isStale() && account() === signed?.publicKey;
      const signedIn =
        signed && isSigners()
          ? await signIn(signed, isSigners).catch((error: unknown) => {
              console.error('Connected, but not signed in', error);
              if (isSigners()) set({ failure: failureOf(error) });
              return null;
            })
          : null;
      const proven = signedIn?.referral ?? null;
      const link = rememberedReferrer();
      forgetProven(proven);
      // The visitor may have switched the account meanwhile.
      recruit = account();
      if (isStale() || recruit === undefined) return;

      const isProven = proven?.status === 'proven' && proven.referrer === link;
      const claimed =
        link !== null &&
        (await claim(link, recruit).catch((error: unknown) => {
          if (!isProven) throw error;
          console.error('The referral was not sent', error);
          return false;
        }));
      if (claimed) refreshStats(recruit);
      if (isStale()) return;

      if (proven?.credited || claimed) toast.show(TOASTS.recruited);
      toast.show(TOASTS.connected);
      const isStillHere = window.location.pathname === from;
      if (isStillHere && from !== paths.dashboard) await navigate(paths.dashboard);
      if (!isStale()) set({ stage: 'idle' });
    } catch (error) {
      if (isStale()) return;
      console.error('Could not connect', error);
      toast.show(TOASTS.failed);
      // If Phantom is connected, a later step has failed, such as the claim of the referral.
      const isRefused = phantom !== undefined && !phantom.connected;
      set({ stage: 'idle', reason: isRefused ? (refusalOf(error) ?? 'failed') : null });
    } finally {
      // `onReconnect` ignores a switch of the account during an attempt.
      const current = wallet.current.publicKey?.toBase58();
      if (!isStale() && current !== undefined && current !== recruit) claimSilently(current);
    }
  }

  /** Redirects a phone. The toast has a link, because some phones follow a redirect only within a second of a tap. */
  async function openInPhantom(isStale: () => boolean): Promise<void> {
    set({ ...IDLE, stage: 'redirecting' });
    const href = phantomBrowseLink(window.location.href, rememberedReferrer());
    toast.show({ ...TOASTS.opening, link: { label: 'Open in Phantom', href } });
    await new Promise((resolve) => setTimeout(resolve, REDIRECT_DELAY_MS));
    if (isStale()) return;
    set(IDLE);
    window.location.assign(href);
  }

  function endAttempt(changes: Partial<ConnectState>): void {
    attemptRef.current += 1;
    set({ stage: 'idle', ...changes });
  }

  function disconnect(): void {
    endAttempt({ ...IDLE, reason: 'resigned' });
    // Also forgets the wallet, so that the next page does not reconnect it.
    context.select(null);
  }

  // If localStorage is full, the wallet is never stored, so a missing entry does not mean a disconnect in another tab.
  const wasStoredRef = useRef(false);
  useReturn((isRestored) => {
    // The tab may have opened another link meanwhile.
    if (isRestored) readLink();
    if (connected && wasStoredRef.current && !isStored()) context.select(null);
    if (isRestored && !connected && state.stage !== 'idle') endAttempt(IDLE);
  });

  const onLeave = useEffectEvent(() => {
    // Keeps the reason `resigned` after a click on Disconnect.
    if (state.reason !== 'resigned') endAttempt(IDLE);
    toast.retract(TOASTS.connected);
    signOut();
  });

  useEffect(() => {
    if (!connected) return undefined;
    wasStoredRef.current = isStored();
    return () => onLeave();
  }, [connected]);

  const onReconnect = useEffectEvent((recruit: string) => {
    if (state.stage === 'idle') claimSilently(recruit);
  });

  // For silent reconnects and switches of the account. An attempt to connect claims the referral itself.
  useEffect(() => {
    if (address === null) return undefined;
    onReconnect(address);
    return () => set({ failure: null });
  }, [address]);

  return (
    <ConnectContext
      value={{
        ...state,
        connect,
        cancel: () => endAttempt({ reason: 'cancelled' }),
        disconnect,
      }}
    >
      {children}
    </ConnectContext>
  );
}

/** False if the storage lacks the selected wallet, as after a disconnect in another tab; true if it cannot be read. */
function isStored(): boolean {
  try {
    return localStorage.getItem('walletName') !== null;
  } catch {
    return true;
  }
}

async function challengeOrNull() {
  try {
    return await requestChallenge(rememberedReferrer());
  } catch (error) {
    console.error('Connecting without a signature', error);
    return null;
  }
}

/** Claims the remembered referral, if any, unless {@link isAnswered} is true. */
function claimSilently(recruit: string): void {
  const link = rememberedReferrer();
  if (link === null || isAnswered(link, recruit)) return;
  claim(link, recruit).then(
    (claimed) => {
      if (claimed) refreshStats(recruit);
    },
    (error: unknown) => console.error('The referral was not sent', error),
  );
}

async function claim(referrer: string, recruit: string): Promise<boolean> {
  const credited = await claimReferral({ referrerId: referrer, recruitId: recruit });
  noteAnswered(referrer, recruit);
  return credited;
}
