import { WalletReadyState, type Adapter, type WalletName } from '@solana/wallet-adapter-base';
import type { WalletContextState } from '@solana/wallet-adapter-react';
import type { SolanaSignInFeature } from '@solana/wallet-standard-features';
import type { SignInInput, SignInRequestBody } from '@backend/sign-in/sign-in.schema';
import { signInWith } from '@/features/session/sign-in-with';

export const PHANTOM = 'Phantom' as WalletName<'Phantom'>;

interface InjectedPhantom {
  readonly isPhantom?: boolean;
  connect(options?: { onlyIfTrusted: true }): Promise<unknown>;
  disconnect?(): Promise<unknown>;
}

type PhantomFeatures = Partial<SolanaSignInFeature> & {
  readonly 'standard:connect': { connect(input?: { readonly silent: true }): Promise<unknown> };
};

declare global {
  interface Window {
    phantom?: { readonly solana?: InjectedPhantom };
    isPhantomInstalled?: boolean;
  }
}

export function findPhantom(wallets: WalletContextState['wallets']): Adapter | undefined {
  return wallets.find(
    ({ adapter, readyState }) =>
      adapter.name === PHANTOM && readyState === WalletReadyState.Installed,
  )?.adapter;
}

/** Returns Phantom's injected provider, or null. Old builds of Phantom have no Standard wallet. */
export function injectedPhantom(): InjectedPhantom | null {
  const provider = window.phantom?.solana;
  return provider?.isPhantom ? provider : null;
}

/** True if this build of Phantom has Sign In With Solana. */
export function canSignIn(phantom: Adapter): boolean {
  return featuresOf(phantom)?.['solana:signIn'] !== undefined;
}

/** Opens Phantom's prompt to sign in, which also connects the wallet. */
export function askToSignIn(phantom: Adapter, challenge: SignInInput): Promise<SignInRequestBody> {
  const signIn = featuresOf(phantom)?.['solana:signIn'];
  return signInWith(async (input) => (await signIn?.signIn(input))?.[0], challenge);
}

/*
 * askToConnect and askSilently bypass the adapter, whose `connect` does nothing while an earlier call has no answer: a
 * locked Phantom never answers a silent request. Both throw Phantom's errors, which may not be instances of `Error`.
 */

export async function askToConnect(phantom: Adapter): Promise<void> {
  await (featuresOf(phantom)?.['standard:connect'] ?? injectedPhantom())?.connect();
}

export async function askSilently(phantom: Adapter): Promise<void> {
  const connect = featuresOf(phantom)?.['standard:connect'];
  await (connect
    ? connect.connect({ silent: true })
    : injectedPhantom()?.connect({ onlyIfTrusted: true }));
}

/** Disconnects Phantom, even if its adapter is not connected. */
export async function withdraw(phantom: Adapter): Promise<void> {
  await (featuresOf(phantom) ? phantom.disconnect() : injectedPhantom()?.disconnect?.());
}

function featuresOf(phantom: Adapter): PhantomFeatures | null {
  return 'standard' in phantom ? phantom.wallet.features : null;
}

type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/**
 * True on an iPhone, iPad or Android device, except in Phantom's in-app browser (docs/product.md, Wallet). A device
 * with a multi-touch screen and the user agent of a Mac or Linux desktop counts as a tablet.
 */
export function isPhoneOutsidePhantom(device: Device): boolean {
  if (device.userAgent.includes('Phantom/')) return false;
  if (/iPhone|iPad|iPod|Android/i.test(device.userAgent)) return true;
  return /Macintosh|X11; Linux/.test(device.userAgent) && device.maxTouchPoints > 1;
}

/**
 * Returns the link that opens a page in Phantom's in-app browser. That browser has its own storage, so the page's URL
 * must name the referrer. The outer `ref` is Phantom's own parameter.
 */
export function phantomBrowseLink(page: string, referrer: string | null): string {
  const target = new URL(page);
  if (referrer !== null) target.searchParams.set('ref', referrer);
  return `https://phantom.app/ul/browse/${encodeURIComponent(target.href)}?ref=${encodeURIComponent(target.origin)}`;
}
