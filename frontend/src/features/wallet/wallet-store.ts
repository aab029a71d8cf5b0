import type { WalletContextState } from '@solana/wallet-adapter-react';
import type { ConnectOutcome } from '@backend/metrics/reports.schema';
import type { SignInRequestBody } from '@backend/sign-in/sign-in.schema';
import { rememberedReferrer } from '@/features/referral/referrer-memory';
import { refusalOf } from '@/features/session/sign-in-with';
import { retractToast, showToast } from '@/features/toast/toast-store';
import { request } from '@/lib/api';
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
import { deselectPhantom, loadProviders, selectPhantom } from './wallet-bridge';
import {
  connectedTo,
  DISCONNECTED,
  type Balances,
  type Disconnected,
  type WalletState,
} from './wallet-state';

/** How long a wallet that is remembered may take to come back without a prompt, in ms. */
const SILENT_TIMEOUT_MS = 5_000;

const PHANTOM_DOWNLOAD_URL = 'https://phantom.app/';

/** How long the toast stands before the phone is sent to Phantom, in ms (specification, section 8). */
const REDIRECT_DELAY_MS = 1_500;

const FAILED = 'Connection Failed';

/** A wallet that has just connected. */
export interface Connection {
  readonly address: string;
  /** What the visitor signed with it, null for a plain connect. */
  readonly signed: SignInRequestBody | null;
  /** Path of the screen on which they clicked; null for a wallet that came back by itself. */
  readonly from: string | null;
  /** False once the visitor has disconnected, or Phantom has withdrawn the account. */
  isOn(): boolean;
}

/** What the product does around its wallet. */
interface WalletFlow {
  /** What follows a connect. A click's connect has failed when it rejects. */
  connected(connection: Connection): Promise<void>;
  /** What follows the end of a connection, whoever ended it. */
  disconnected(): Promise<void>;
}

const store = createStore<WalletState>(DISCONNECTED);
let flow: WalletFlow | null = null;
/** Names the newest attempt to connect, and the connection that came of it. What any other brings is dropped. */
let attempt = 0;

/** The state of the visitor's wallet; disconnected on the first render. */
export function useWalletState(): WalletState {
  return useStore(store);
}

/**
 * Starts the wallet of this page, and reconnects one that is remembered once a visitor has opened the page: a connected
 * wallet checks in for the day.
 *
 * @returns stops it
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
 * Has Phantom ask the visitor, or leads to where Phantom can be had. One prompt at a time. What goes wrong is said in a
 * toast.
 */
export async function connect(): Promise<void> {
  const { status } = store.get();
  if (status !== 'disconnected' && status !== 'reconnecting') return;
  if (isPhantomInstalled()) await connectPhantom();
  else if (isPhoneOutsidePhantom(navigator)) await goToPhantom();
  else {
    reportOutcome('absent');
    window.open(PHANTOM_DOWNLOAD_URL, '_blank', 'noopener');
    showConnectFailure(new Error('Please install Phantom wallet!'));
  }
}

async function connectPhantom(): Promise<void> {
  const from = window.location.pathname;
  const id = begin({ status: 'connecting', stage: 'challenge' });
  retractToast(FAILED);
  try {
    const challenge = await challengeForPhantom();
    if (isOver(id)) return;
    store.set({ status: 'connecting', stage: 'prompt' });
    const answer = askPhantom(challenge);
    // The providers get ready while the visitor reads; whether they did is seen once there is an answer.
    selectPhantom().catch(() => undefined);
    const signed = await answer;
    if (!isOver(id)) store.set({ status: 'connecting', stage: 'approved' });
    await arrive(id, await selectPhantom(), signed, from);
    reportOutcome('connected');
  } catch (error) {
    if (isOver(id)) return;
    const refusal = refusalOf(error);
    reportOutcome(refusal ?? 'failed');
    giveUp(id, refusal);
    showConnectFailure(error);
  }
}

/** The toast's link is for phones that forget after a second that somebody tapped. */
async function goToPhantom(): Promise<void> {
  const id = begin({ status: 'redirecting' });
  const href = phantomBrowseLink(window.location.href, rememberedReferrer());
  showToast({
    title: 'Opening Phantom',
    description:
      'Redirecting you to Phantom wallet... If nothing happens, please install Phantom from phantom.app.',
    link: { label: 'Open in Phantom', href },
  });
  await new Promise((resolve) => setTimeout(resolve, REDIRECT_DELAY_MS));
  if (isOver(id)) return;
  store.set(DISCONNECTED);
  window.location.assign(href);
}

/** Connects a wallet that is remembered, without a prompt and without a word if it cannot be had. */
async function reconnect(): Promise<void> {
  const isElsewhere = isPhoneOutsidePhantom(navigator) && !isPhantomInstalled();
  if (store.get().status !== 'disconnected' || !isWalletRemembered() || isElsewhere) return;
  const id = begin({ status: 'reconnecting' });
  try {
    await loadProviders();
  } catch {
    giveUp(id, 'unloaded');
    return;
  }
  setTimeout(() => giveUp(id, null), SILENT_TIMEOUT_MS);
  try {
    const phantom = await selectPhantom();
    if (isOver(id)) return;
    await askPhantomSilently();
    await arrive(id, phantom, null, null);
  } catch {
    giveUp(id, null);
  }
}

/** Disconnects the wallet, and the next page does not look for it. */
export function disconnect(): void {
  endConnection();
  deselectPhantom();
}

/** Has both balances read again. */
export function refreshBalances(): void {
  const state = store.get();
  if (state.status === 'connected') store.set({ ...state, balances: 'loading' });
}

/** Takes balances that were read. Those that arrive late may belong to an account that the visitor has left since. */
export function takeBalances(address: string, balances: Balances): void {
  const state = store.get();
  if (state.status === 'connected' && state.address === address)
    store.set({ ...state, ...balances });
}

/** Takes the account that Phantom has switched to; null when it has withdrawn the one that was connected. */
export function followAccount(address: string | null): void {
  const state = store.get();
  if (state.status !== 'connected') return;
  if (address === null) endConnection();
  else if (address !== state.address) store.set(connectedTo(address));
}

/**
 * Phantom has connected, and the providers follow; where that attempt is over, they are disconnected again. What was
 * signed by an account that the visitor has left meanwhile is not used.
 */
async function arrive(
  id: number,
  { connect: follow, wallet }: WalletContextState,
  answer: SignInRequestBody | null,
  from: string | null,
): Promise<void> {
  await follow();
  if (isOver(id)) {
    if (store.get().status === 'disconnected') deselectPhantom();
    return;
  }
  const address = wallet?.adapter.publicKey?.toBase58();
  if (address === undefined) throw new Error('Phantom connected without an account');
  store.set(connectedTo(address));
  rememberWallet();
  const signed = answer?.publicKey === address ? answer : null;
  await flow?.connected({ address, signed, from, isOn: () => !isOver(id) });
}

/** Neither a prompt nor a redirect outlives its page, though the browser may bring that page back as it was. */
function endAttempt({ persisted }: PageTransitionEvent): void {
  const { status } = store.get();
  if (persisted && (status === 'connecting' || status === 'redirecting')) begin(DISCONNECTED);
}

function begin(next: WalletState): number {
  attempt += 1;
  store.set(next);
  return attempt;
}

function isOver(id: number): boolean {
  return id !== attempt;
}

/** Ends an attempt of which no connection has come. */
function giveUp(id: number, reason: Disconnected['reason']): void {
  if (isOver(id) || store.get().status === 'connected') return;
  begin({ status: 'disconnected', reason });
}

function endConnection(): void {
  begin(DISCONNECTED);
  forgetWallet();
  void flow?.disconnected();
}

/** Tells the visitor that a connect they asked for has failed (specification, section 8). */
function showConnectFailure(error: unknown): void {
  console.error('Could not connect', error);
  showToast({
    variant: 'destructive',
    title: FAILED,
    description: 'Could not connect to wallet. Please install Phantom from phantom.app.',
  });
}

/** Tells the operator's counters what became of an attempt to connect, and nothing of whose it was. */
function reportOutcome(outcome: ConnectOutcome): void {
  request('/api/reports/connecting', { method: 'POST', body: { outcome } }).catch(() => undefined);
}
