import { WalletReadyState, type Adapter, type WalletName } from '@solana/wallet-adapter-base';
import type { WalletContextState } from '@solana/wallet-adapter-react';
import type { SolanaSignInFeature } from '@solana/wallet-standard-features';
import type { SignInInput, SignInRequestBody } from '@backend/sign-in/sign-in.schema';
import { signInWith } from '@/features/session/sign-in-with';

/** The name under which Phantom registers itself. */
export const PHANTOM = 'Phantom' as WalletName<'Phantom'>;

interface InjectedPhantom {
  readonly isPhantom?: boolean;
  connect(options?: { onlyIfTrusted: true }): Promise<unknown>;
  disconnect?(): Promise<unknown>;
}

/** Phantom's features as a Standard wallet. Some builds do not have Sign In With Solana. */
type PhantomFeatures = Partial<SolanaSignInFeature> & {
  readonly 'standard:connect': { connect(input?: { readonly silent: true }): Promise<unknown> };
};

declare global {
  interface Window {
    phantom?: { readonly solana?: InjectedPhantom };
    /** Flag that the adapter for old builds of Phantom looks for. */
    isPhantomInstalled?: boolean;
  }
}

export function findPhantom(wallets: WalletContextState['wallets']): Adapter | undefined {
  return wallets.find(
    ({ adapter, readyState }) =>
      adapter.name === PHANTOM && readyState === WalletReadyState.Installed,
  )?.adapter;
}

/**
 * Returns Phantom's injected provider, or null. It is the only way to reach builds of Phantom that predate the Wallet
 * Standard.
 */
export function injectedPhantom(): InjectedPhantom | null {
  const provider = window.phantom?.solana;
  return provider?.isPhantom ? provider : null;
}

/** True if Phantom can sign in while it connects. */
export function canSignIn(phantom: Adapter): boolean {
  return featuresOf(phantom)?.['solana:signIn'] !== undefined;
}

/*
 * The three functions below ask Phantom itself. Its adapter would ignore a second request while the first one has no
 * answer, and a locked Phantom never answers a silent request.
 */

/**
 * Opens Phantom's prompt to sign in, which also connects the wallet.
 *
 * @throws Phantom's error, which may not be an `Error`, if Phantom does not sign; Error if it returns no signature
 */
export function askToSignIn(phantom: Adapter, challenge: SignInInput): Promise<SignInRequestBody> {
  const signIn = featuresOf(phantom)?.['solana:signIn'];
  return signInWith(async (input) => (await signIn?.signIn(input))?.[0], challenge);
}

/**
 * Opens Phantom's prompt to connect.
 *
 * @throws Phantom's error, which may not be an `Error`, if Phantom does not connect
 */
export async function askToConnect(phantom: Adapter): Promise<void> {
  await (featuresOf(phantom)?.['standard:connect'] ?? injectedPhantom())?.connect();
}

/**
 * Connects Phantom without a prompt.
 *
 * @throws Phantom's error, which may not be an `Error`, if Phantom does not connect, as when it does not trust this
 * page
 */
export async function askSilently(phantom: Adapter): Promise<void> {
  const connect = featuresOf(phantom)?.['standard:connect'];
  await (connect
    ? connect.connect({ silent: true })
    : injectedPhantom()?.connect({ onlyIfTrusted: true }));
}

/** Withdraws a connection that the visitor no longer wants. */
export async function withdraw(phantom: Adapter): Promise<void> {
  await (featuresOf(phantom) ? phantom.disconnect() : injectedPhantom()?.disconnect?.());
}

/** Returns the features of a Standard wallet; null for an old build of Phantom. */
function featuresOf(phantom: Adapter): PhantomFeatures | null {
  return 'standard' in phantom ? phantom.wallet.features : null;
}

type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/**
 * True on an iPhone, iPad or Android device, except in Phantom's in-app browser (docs/product.md, Wallet). An iPad that
 * calls itself a Macintosh, and an Android tablet that calls itself a Linux desktop, are recognised by their touch
 * screens. A Linux laptop with a touch screen cannot be told from such a tablet, so it counts as one, too.
 */
export function isPhoneOutsidePhantom(device: Device): boolean {
  if (device.userAgent.includes('Phantom/')) return false;
  if (/iPhone|iPad|iPod|Android/i.test(device.userAgent)) return true;
  return /Macintosh|X11; Linux/.test(device.userAgent) && device.maxTouchPoints > 1;
}

/**
 * Returns the link that opens a page in Phantom's in-app browser. That browser has its own storage, so the page's URL
 * must name the referrer. The outer `ref` is Phantom's own parameter.
 *
 * @param page URL of the page to open
 * @param referrer wallet whose referral link the visitor opened, or null
 */
export function phantomBrowseLink(page: string, referrer: string | null): string {
  const target = new URL(page);
  if (referrer !== null) target.searchParams.set('ref', referrer);
  return `https://phantom.app/ul/browse/${encodeURIComponent(target.href)}?ref=${encodeURIComponent(target.origin)}`;
}
