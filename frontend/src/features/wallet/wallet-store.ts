import type { WalletContextState } from '@solana/wallet-adapter-react';
import type { ConnectOutcome } from '@backend/metrics/reports.schema';
import type { SignInInput, SignInRequestBody } from '@backend/sign-in/sign-in.schema';
import { refusalOf } from '@/features/session/sign-in-with';
import { request } from '@/lib/api';
import { createStore } from '@/lib/store';
import { useStore } from '@/lib/use-store';
import {
  forgetWallet,
  isPhoneOutsidePhantom,
  isWalletRemembered,
  rememberWallet,
} from './expected-wallet';
import { announceRedirect, openPhantomDownload, showConnectFailure } from './get-phantom';
import {
  deselectPhantom,
  heldAddress,
  loadProviders,
  providers,
  selectPhantom,
} from './official-providers';
import { askPhantom, injectedPhantom, isPhantomInstalled } from './phantom';
import {
  connectedTo,
  DISCONNECTED,
  type Balances,
  type Disconnected,
  type WalletState,
} from './wallet-state';

/** How long the providers may take to see Phantom, in ms. A prompt may stay open for ever. */
const CLICK_TIMEOUT_MS = 10_000;
const SILENT_TIMEOUT_MS = 5_000;

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
  /** Fetches what Phantom is to have signed on connecting. */
  challenge(): Promise<SignInInput>;
  /** Who brought the visitor, for the address that is opened in Phantom's own browser; or null. */
  referrer(): string | null;
  /** What follows a connect. A click's connect has failed when it rejects. */
  connected(connection: Connection): Promise<void>;
  /** What follows the end of a connection, whoever ended it. */
  disconnected(): Promise<void>;
}

const store = createStore<WalletState>(DISCONNECTED);
let flow: WalletFlow | null = null;
/** Names the newest attempt to connect, and the connection that came of it. What any other brings is dropped. */
let attempt = 0;
/** The attempt whose prompt is open, or null. */
let prompting: number | null = null;
/** The account to which the providers were connected when they were last looked at. */
let followed: string | null = null;

/** The state of the visitor's wallet; disconnected on the first render. */
export function useWalletState(): WalletState {
  return useStore(store);
}

/**
 * Starts the wallet of this page, and reconnects one that is remembered.
 *
 * @returns stops it
 */
export function startWallet(around: WalletFlow): () => void {
  flow = around;
  const stopFollowing = providers.subscribe(followAccount);
  addEventListener('pageshow', forgetPrompt);
  void reconnect();
  return () => {
    stopFollowing();
    removeEventListener('pageshow', forgetPrompt);
    flow = null;
  };
}

/**
 * Has Phantom ask the visitor, or leads to where Phantom can be had. One prompt at a time. What goes wrong is said in a
 * toast.
 */
export async function connect(): Promise<void> {
  const { status } = store.get();
  if (!flow || (status !== 'disconnected' && status !== 'reconnecting')) return;
  if (isPhantomInstalled()) await connectPhantom(flow);
  else if (isPhoneOutsidePhantom(navigator)) await goToPhantom(flow);
  else {
    reportOutcome('absent');
    showConnectFailure(openPhantomDownload());
  }
}

async function connectPhantom(around: WalletFlow): Promise<void> {
  if (prompting !== null) return;
  const from = window.location.pathname;
  const id = begin({ status: 'connecting', stage: 'challenge' });
  prompting = id;
  try {
    const { answer } = await askPhantom(around.challenge);
    void answer.catch(() => undefined).then(() => endPrompt(id));
    if (isOver(id)) return;
    store.set({ status: 'connecting', stage: 'prompt' });
    const [signed] = await Promise.all([answer, selectPhantom(CLICK_TIMEOUT_MS)]);
    // Once more: what the providers hold may have changed while the visitor was reading.
    const phantom = await selectPhantom(CLICK_TIMEOUT_MS);
    await phantom.connect();
    await arrive(id, phantom, signed, from);
    reportOutcome('connected');
  } catch (error) {
    if (isOver(id)) return;
    reportOutcome(refusalOf(error) ?? 'failed');
    if (store.get().status === 'connecting') giveUp(refusalOf(error));
    showConnectFailure(error);
  }
}

async function goToPhantom({ referrer }: WalletFlow): Promise<void> {
  const id = begin({ status: 'redirecting' });
  const href = await announceRedirect(referrer());
  if (isOver(id)) return;
  store.set(DISCONNECTED);
  window.location.assign(href);
}

/** Connects a wallet that is remembered, without a prompt and without a word if it cannot be had. */
export async function reconnect(): Promise<void> {
  const isElsewhere = isPhoneOutsidePhantom(navigator) && !isPhantomInstalled();
  if (store.get().status !== 'disconnected' || !isWalletRemembered() || isElsewhere) return;
  const id = begin({ status: 'reconnecting' });
  try {
    await loadProviders();
  } catch {
    if (!isOver(id)) giveUp('unloaded');
    return;
  }
  try {
    const phantom = await selectPhantom(SILENT_TIMEOUT_MS);
    await inTime(connectIfTrusted(phantom), SILENT_TIMEOUT_MS);
    await arrive(id, phantom, null, null);
  } catch {
    if (!isOver(id) && store.get().status === 'reconnecting') giveUp(null);
  }
}

/** Disconnects the wallet, and the next page does not look for it. */
export function disconnect(): void {
  if (store.get().status === 'connected') endConnection();
  else giveUp(null);
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

/** The providers have connected; where that attempt is over, they are disconnected again. */
async function arrive(
  id: number,
  { wallet }: WalletContextState,
  signed: SignInRequestBody | null,
  from: string | null,
): Promise<void> {
  if (isOver(id)) {
    if (store.get().status === 'disconnected') deselectPhantom();
    return;
  }
  const address = wallet?.adapter.publicKey?.toBase58();
  if (address === undefined) throw new Error('Phantom connected without an account');
  store.set(connectedTo(address));
  rememberWallet();
  await flow?.connected({ address, signed, from, isOn: () => !isOver(id) });
}

/** Connects without a prompt, or rejects. An old Phantom must be asked first whether it would prompt. */
async function connectIfTrusted({ wallet, connect: plainly }: WalletContextState): Promise<void> {
  if (wallet && 'standard' in wallet.adapter) {
    await wallet.adapter.autoConnect();
  } else {
    await injectedPhantom()?.connect({ onlyIfTrusted: true });
    await plainly();
  }
}

/** Phantom may switch the account or withdraw it. */
function followAccount(): void {
  const address = heldAddress();
  if (address === followed) return;
  followed = address;
  const state = store.get();
  if (state.status === 'connected') {
    if (address === null) endConnection();
    else if (address !== state.address) store.set(connectedTo(address));
  } else if (address !== null && state.status === 'disconnected') {
    deselectPhantom();
  }
}

/** A prompt does not outlive the page that asked, though the browser may bring that page back as it was. */
function forgetPrompt({ persisted }: PageTransitionEvent): void {
  if (!persisted) return;
  prompting = null;
  if (store.get().status === 'connecting') giveUp(null);
}

function endPrompt(id: number): void {
  if (prompting === id) prompting = null;
}

function begin(next: WalletState): number {
  attempt += 1;
  store.set(next);
  return attempt;
}

function isOver(id: number): boolean {
  return id !== attempt;
}

function giveUp(reason: Disconnected['reason']): void {
  begin({ status: 'disconnected', reason });
  if (heldAddress() !== null) deselectPhantom();
}

function endConnection(): void {
  begin(DISCONNECTED);
  forgetWallet();
  void flow?.disconnected();
}

async function inTime(promise: Promise<void>, timeoutMs: number): Promise<void> {
  const tooLate = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('Phantom did not answer')), timeoutMs);
  });
  await Promise.race([promise, tooLate]);
}

/** Tells the operator's counters what became of an attempt to connect, and nothing of whose it was. */
function reportOutcome(outcome: ConnectOutcome): void {
  request('/api/reports/connecting', { method: 'POST', body: { outcome } }).catch(() => undefined);
}
