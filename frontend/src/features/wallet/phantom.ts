import type { SolanaSignInFeature } from '@solana/wallet-standard-features';
import { getWallets } from '@wallet-standard/app';
import type { SignInInput, SignInRequestBody } from '@backend/sign-in/sign-in.schema';
import { rememberedReferrer } from '@/features/referral/referrer-memory';
import { requestChallenge, signInWith } from '@/features/session/sign-in-with';
import { PHANTOM } from './expected-wallet';

/** The part of the provider that Phantom injects which this page uses itself. */
interface InjectedPhantom {
  readonly isPhantom?: boolean;
  connect(options?: { onlyIfTrusted: true }): Promise<unknown>;
}

type StandardWallet = ReturnType<ReturnType<typeof getWallets>['get']>[number];

/** Phantom as a Standard wallet; a build without Sign In With Solana can only connect. */
interface RegisteredPhantom extends StandardWallet {
  readonly features: Partial<SolanaSignInFeature> & {
    readonly 'standard:connect': { connect(input?: { readonly silent: true }): Promise<unknown> };
  };
}

declare global {
  interface Window {
    phantom?: { readonly solana?: InjectedPhantom };
    /** What the adapter for old builds of Phantom goes by. */
    isPhantomInstalled?: boolean;
  }
}

/** Phantom's injected provider, which is all that builds before the Wallet Standard have. */
export function injectedPhantom(): InjectedPhantom | null {
  const provider = window.phantom?.solana;
  return provider?.isPhantom ? provider : null;
}

/** Whether Phantom is in this browser: registered as a Standard wallet, or injected by an old build. */
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
 * Fetches what Phantom is to sign on connecting; null if it has no Sign In With Solana, or the server has no challenge
 * to give, which must not keep anybody from connecting.
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
 * Opens Phantom's prompt: to sign in, which connects too, if there is a challenge, else to connect.
 *
 * @returns what was signed, or null after a plain connect
 * @throws what Phantom throws when the visitor declines or the account cannot sign, which may be no Error
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
 * Connects Phantom without a prompt. Not through the wallet library, which accepts no other connect while it waits for
 * this one, and a locked Phantom may never answer.
 *
 * @throws Error when Phantom does not trust this page
 */
export async function askPhantomSilently(): Promise<void> {
  const phantom = registeredPhantom();
  await (phantom?.features['standard:connect'].connect({ silent: true }) ??
    injectedPhantom()?.connect({ onlyIfTrusted: true }));
  if (phantom?.accounts.length === 0) throw new Error('Phantom shows this page no account');
}

/**
 * The link that opens a page in Phantom's in-app browser. That browser has a storage of its own, so
 * a referrer must travel inside the page's address; the outer `ref` is Phantom's own parameter.
 *
 * @param page address of the page to open
 * @param referrer wallet whose referral link brought the visitor, or null
 */
export function phantomBrowseLink(page: string, referrer: string | null): string {
  const target = new URL(page);
  if (referrer !== null) target.searchParams.set('ref', referrer);
  return `https://phantom.app/ul/browse/${encodeURIComponent(target.href)}?ref=${encodeURIComponent(target.origin)}`;
}
