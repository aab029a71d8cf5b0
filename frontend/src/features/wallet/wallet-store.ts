import type { WalletContextState } from '@solana/wallet-adapter-react';
import type { SignInRequestBody } from '@backend/sign-in/sign-in.schema';
import { rememberedReferrer } from '@/features/referral/referrer-memory';
import { refusalOf } from '@/features/session/sign-in-with';
import { retractToast, showToast } from '@/features/toast/toast-store';
import { whenOpened } from '@/lib/prerender';
import { createStore } from '@/lib/store';
import { useStore } from '@/lib/use-store';
import {
  forgetWallet,
  isPhoneOutsidePhantom,
  isWalletRemembered,
  rememberWallet,
} from './expected-wallet';
import {
  askPhantom,
  askPhantomSilently,
  challengeForPhantom,
  isPhantomInstalled,
  phantomBrowseLink,
} from './phantom';
import { deselectPhantom, selectPhantom } from './provider-handle';
import {
  connectedTo,
  DISCONNECTED,
  type Balances,
  type DisconnectReason,
  type WalletState,
} from './wallet-state';

/** Timeout of a reconnect without a prompt, in ms. */
const SILENT_TIMEOUT_MS = 5_000;

const PHANTOM_DOWNLOAD_URL = 'https://phantom.app/';

/** How long a toast is shown before the phone opens Phantom, in ms (specification, section 8). */
const REDIRECT_DELAY_MS = 1_500;

const FAILED = 'Connection Failed';

/** A wallet that has just connected. */
export interface Connection {
  readonly address: string;
  /** The signed message; null if the wallet connected without signing. */
  readonly signed: SignInRequestBody | null;
  /** Path of the page where the visitor clicked Connect; null for a silent reconnect. */
  readonly from: string | null;
  /** False once the visitor has disconnected, or Phantom has withdrawn the account. */
  isOn(): boolean;
}

/** Callbacks by which the product reacts to its wallet. */
interface WalletFlow {
  /** Called after a connect. If it rejects after a click, the failure toast is shown; the wallet stays connected. */
  connected(connection: Connection): Promise<void>;
  /** Called after a connection has ended. */
  disconnected(): void;
}

const store = createStore<WalletState>(DISCONNECTED);
let flow: WalletFlow | null = null;
/** Number of the newest attempt to connect. Results of older attempts are ignored. */
let attempt = 0;

/** Returns the state of the visitor's wallet, which is disconnected on the first render. */
export function useWalletState(): WalletState {
  return useStore(store);
}

/**
 * Starts the wallet of this page, and reconnects a remembered wallet once the visitor has opened the page.
 *
 * @returns a function that stops it
 */
export function startWallet(around: WalletFlow): () => void {
  flow = around;
  addEventListener('pageshow', endAttempt);
  whenOpened(() => void reconnect());
  return () => {
    removeEventListener('pageshow', endAttempt);
    flow = null;
  };
}

/**
 * Connects Phantom, with a signature if Phantom supports it. Without Phantom, opens its download page or its app. Only
 * one prompt is open at a time. A failure is shown in a toast and beside the button.
 */
export async function connect(): Promise<void> {
  const { status } = store.get();
  if (status !== 'disconnected' && status !== 'reconnecting') return;
  if (isPhantomInstalled()) await connectPhantom({ sign: true });
  else if (isPhoneOutsidePhantom(navigator)) await goToPhantom();
  else {
    window.open(PHANTOM_DOWNLOAD_URL, '_blank', 'noopener');
    showConnectFailure(new Error('Please install Phantom wallet!'));
  }
}

/** Connects Phantom without a signature, for accounts that cannot or will not sign. */
export async function connectWithoutSigning(): Promise<void> {
  if (store.get().status === 'disconnected') await connectPhantom({ sign: false });
}

/** Cancels the attempt to connect. Phantom's prompt stays open, but its answer is ignored. */
export function cancelConnect(): void {
  const state = store.get();
  if (state.status === 'connecting') fail(attempt, 'cancelled');
}

async function connectPhantom({ sign }: { readonly sign: boolean }): Promise<void> {
  const from = window.location.pathname;
  const id = start({ status: 'connecting', stage: 'challenge', canSkipSigning: false });
  retractToast(FAILED);
  try {
    const challenge = sign ? await challengeForPhantom() : null;
    if (isStale(id)) return;
    const canSkipSigning = challenge !== null || !sign;
    store.set({ status: 'connecting', stage: 'prompt', canSkipSigning });
    const signed = await askPhantom(challenge);
    if (!isStale(id)) store.set({ status: 'connecting', stage: 'approved', canSkipSigning });
    await complete(id, await selectPhantom(), signed, from);
  } catch (error) {
    if (isStale(id)) return;
    fail(id, refusalOf(error) ?? 'failed');
    showConnectFailure(error);
  }
}

/**
 * Shows a toast, then opens the page in Phantom's in-app browser. The toast has a link, because some phones follow a
 * redirect only within a second of a tap.
 */
async function goToPhantom(): Promise<void> {
  const id = start({ status: 'redirecting' });
  const href = phantomBrowseLink(window.location.href, rememberedReferrer());
  showToast({
    title: 'Opening Phantom',
    description:
      'Redirecting you to Phantom wallet... If nothing happens, please install Phantom from phantom.app.',
    link: { label: 'Open in Phantom', href },
  });
  await new Promise((resolve) => setTimeout(resolve, REDIRECT_DELAY_MS));
  if (isStale(id)) return;
  store.set(DISCONNECTED);
  window.location.assign(href);
}

/** Reconnects a remembered wallet without a prompt. A failure is silent. */
async function reconnect(): Promise<void> {
  const isElsewhere = isPhoneOutsidePhantom(navigator) && !isPhantomInstalled();
  if (store.get().status !== 'disconnected' || !isWalletRemembered() || isElsewhere) return;
  const id = start({ status: 'reconnecting' });
  setTimeout(() => fail(id, null), SILENT_TIMEOUT_MS);
  try {
    const phantom = await selectPhantom();
    if (isStale(id)) return;
    await askPhantomSilently();
    await complete(id, phantom, null, null);
  } catch {
    fail(id, null);
  }
}

/** Disconnects the wallet and forgets it, so that the next page does not reconnect it. */
export function disconnect(): void {
  const state = store.get();
  endConnection(state.status === 'connected' ? state.address : null);
  deselectPhantom();
}

/** Requests a new reading of both balances. */
export function refreshBalances(): void {
  const state = store.get();
  if (state.status === 'connected') store.set({ ...state, balances: 'loading' });
}

/** Stores the balances of an address, unless another wallet is connected by now. */
export function setBalances(address: string, balances: Balances): void {
  const state = store.get();
  if (state.status === 'connected' && state.address === address)
    store.set({ ...state, ...balances });
}

/**
 * Handles a switch of accounts in Phantom.
 * @param address null if Phantom has withdrawn the account
 */
export function followAccount(address: string | null): void {
  const state = store.get();
  if (state.status !== 'connected') return;
  if (address === null) endConnection(null);
  else if (address !== state.address) store.set(connectedTo(address));
}

/**
 * Connects WalletProvider after Phantom has approved. If the attempt is stale by then, disconnects again. A signature
 * by another account than the connected one is ignored.
 */
async function complete(
  id: number,
  { connect: follow, wallet }: WalletContextState,
  answer: SignInRequestBody | null,
  from: string | null,
): Promise<void> {
  await follow();
  if (isStale(id)) {
    if (store.get().status === 'disconnected') deselectPhantom();
    return;
  }
  const address = wallet?.adapter.publicKey?.toBase58();
  if (address === undefined) throw new Error('Phantom connected without an account');
  store.set(connectedTo(address, from !== null));
  rememberWallet();
  const signed = answer?.publicKey === address ? answer : null;
  try {
    await flow?.connected({ address, signed, from, isOn: () => !isStale(id) });
  } finally {
    const state = store.get();
    if (!isStale(id) && state.status === 'connected') store.set({ ...state, arriving: false });
  }
}

/**
 * Ends an attempt to connect when the browser restores a page from its cache. The prompt or redirect of the attempt has
 * ended with the page, but the restored page still has the old state.
 */
function endAttempt({ persisted }: PageTransitionEvent): void {
  const { status } = store.get();
  if (persisted && (status === 'connecting' || status === 'redirecting')) start(DISCONNECTED);
}

function start(next: WalletState): number {
  attempt += 1;
  store.set(next);
  return attempt;
}

function isStale(id: number): boolean {
  return id !== attempt;
}

function fail(id: number, reason: DisconnectReason | null): void {
  const state = store.get();
  if (isStale(id) || state.status === 'connected') return;
  const canSkipSigning = state.status === 'connecting' && state.canSkipSigning;
  start({ ...DISCONNECTED, reason, canSkipSigning });
}

function endConnection(resigned: string | null): void {
  start({ ...DISCONNECTED, resigned });
  forgetWallet();
  flow?.disconnected();
}

/** Shows the toast of a failed connect (specification, section 8). */
function showConnectFailure(error: unknown): void {
  console.error('Could not connect', error);
  showToast({
    variant: 'destructive',
    title: FAILED,
    description: 'Could not connect to wallet. Please install Phantom from phantom.app.',
  });
}
