import type { SolanaSignInFeature } from '@solana/wallet-standard-features';
import { getWallets } from '@wallet-standard/app';
import type { SignInInput, SignInRequestBody } from '@backend/sign-in/sign-in.schema';
import { rememberedReferrer } from '@/features/referral/referrer-memory';
import { requestChallenge, signInWith } from '@/features/session/sign-in-with';
import { PHANTOM } from './expected-wallet';

/** The parts of Phantom's injected provider that this page uses. */
interface InjectedPhantom {
  readonly isPhantom?: boolean;
  connect(options?: { onlyIfTrusted: true }): Promise<unknown>;
}

type StandardWallet = ReturnType<ReturnType<typeof getWallets>['get']>[number];

/** Phantom as a Standard wallet. A build without Sign In With Solana can only connect. */
interface RegisteredPhantom extends StandardWallet {
  readonly features: Partial<SolanaSignInFeature> & {
    readonly 'standard:connect': { connect(input?: { readonly silent: true }): Promise<unknown> };
  };
}

declare global {
  interface Window {
    phantom?: { readonly solana?: InjectedPhantom };
    /** Flag that the adapter for old builds of Phantom looks for. */
    isPhantomInstalled?: boolean;
  }
}

/** Returns Phantom's injected provider. Builds before the Wallet Standard have no other interface. */
export function injectedPhantom(): InjectedPhantom | null {
  const provider = window.phantom?.solana;
  return provider?.isPhantom ? provider : null;
}

/** True if Phantom is in this browser: registered as a Standard wallet, or injected by an old build. */
export function isPhantomInstalled(): boolean {
  return registeredPhantom() !== undefined || injectedPhantom() !== null;
}

function registeredPhantom(): RegisteredPhantom | undefined {
  return getWallets().get().find(isPhantom);
}

function isPhantom(wallet: StandardWallet): wallet is RegisteredPhantom {
  return wallet.name === PHANTOM && 'standard:connect' in wallet.features;
}

/**
 * Fetches a challenge to sign while connecting. Returns null if Phantom lacks Sign In With Solana. Also returns null if
 * the request fails, which must not prevent connecting.
 */
export async function challengeForPhantom(): Promise<SignInInput | null> {
  if (!registeredPhantom()?.features['solana:signIn']) return null;
  try {
    return await requestChallenge(rememberedReferrer());
  } catch (error) {
    console.error('Connecting without a signature', error);
    return null;
  }
}

/**
 * Opens Phantom's prompt: to sign in and connect if there is a challenge, else to connect.
 *
 * @returns the signed message, or null after a plain connect
 * @throws what Phantom throws, which may not be an Error, if the visitor declines or the account cannot sign
 */
export async function askPhantom(challenge: SignInInput | null): Promise<SignInRequestBody | null> {
  const phantom = registeredPhantom();
  const signIn = phantom?.features['solana:signIn'];
  if (signIn && challenge) {
    return signInWith(async (input) => (await signIn.signIn(input))[0], challenge);
  }
  await (phantom?.features['standard:connect'] ?? injectedPhantom())?.connect();
  return null;
}

/**
 * Connects Phantom without a prompt. A locked Phantom may never answer, and the wallet library would block other
 * connects meanwhile, so this bypasses the library.
 *
 * @throws Error if Phantom does not trust this page
 */
export async function askPhantomSilently(): Promise<void> {
  const phantom = registeredPhantom();
  await (phantom?.features['standard:connect'].connect({ silent: true }) ??
    injectedPhantom()?.connect({ onlyIfTrusted: true }));
  if (phantom?.accounts.length === 0) throw new Error('Phantom shares no account with this page');
}

/**
 * Returns the link that opens a page in Phantom's in-app browser. That browser has its own storage, so the page's
 * address must name the referrer. The outer `ref` is Phantom's own parameter.
 *
 * @param page address of the page to open
 * @param referrer wallet whose referral link the visitor opened, or null
 */
export function phantomBrowseLink(page: string, referrer: string | null): string {
  const target = new URL(page);
  if (referrer !== null) target.searchParams.set('ref', referrer);
  return `https://phantom.app/ul/browse/${encodeURIComponent(target.href)}?ref=${encodeURIComponent(target.origin)}`;
}
