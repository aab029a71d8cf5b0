import type { SolanaSignInFeature } from '@solana/wallet-standard-features';
import { getWallets } from '@wallet-standard/app';
import type { SignInInput, SignInRequestBody } from '@backend/sign-in/sign-in.schema';
import { isDecline, signInWith, type SignIn } from '@/features/session/sign-in-with';
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
    readonly 'standard:connect': { connect(): Promise<unknown> };
  };
}

declare global {
  interface Window {
    phantom?: { readonly solana?: InjectedPhantom };
    /** What the adapter for old builds of Phantom goes by. */
    isPhantomInstalled?: boolean;
  }
}

/** Phantom's injected provider, which builds before the Wallet Standard have only. */
export function injectedPhantom(): InjectedPhantom | null {
  const provider = window.phantom?.solana;
  return provider?.isPhantom ? provider : null;
}

/** Phantom as it has registered itself; undefined where it has not, as builds before the Wallet Standard. */
function registeredPhantom(): RegisteredPhantom | undefined {
  return getWallets().get().find(isPhantom);
}

/** Whether Phantom is in this browser: registered as a Standard wallet, or injected by an old build. */
export function isPhantomInstalled(): boolean {
  return registeredPhantom() !== undefined || injectedPhantom() !== null;
}

function isPhantom(wallet: StandardWallet): wallet is RegisteredPhantom {
  return wallet.name === PHANTOM && 'standard:connect' in wallet.features;
}

/**
 * Has Phantom ask the visitor to connect and, where it has Sign In With Solana, to prove the wallet in
 * the same prompt. It is asked without the wallet library, which a phone takes long to set up: there
 * is time for that while the visitor reads. A server that has no challenge to give does not keep
 * anybody from connecting, nor does an account that cannot sign, as some on a hardware wallet.
 *
 * @param requestChallenge fetches what is to be signed
 * @returns once the question is out, the answer: what was signed, or null after a plain connect. It rejects when the
 * visitor declines.
 */
export async function askPhantom(
  requestChallenge: () => Promise<SignInInput>,
): Promise<{ readonly answer: Promise<SignInRequestBody | null> }> {
  const phantom = registeredPhantom();
  const signIn = phantom?.features['solana:signIn'];
  const challenge = signIn ? await challengeIfAny(requestChallenge) : null;
  const answer =
    signIn && challenge
      ? signInOrConnect(phantom, async (input) => (await signIn.signIn(input))[0], challenge)
      : connect(phantom);
  return { answer };
}

async function challengeIfAny(
  requestChallenge: () => Promise<SignInInput>,
): Promise<SignInInput | null> {
  try {
    return await requestChallenge();
  } catch (error) {
    console.error('Connecting without a signature', error);
    return null;
  }
}

/** An account that cannot sign fails with another code than a visitor who declines. */
async function signInOrConnect(
  phantom: RegisteredPhantom,
  signIn: SignIn,
  challenge: SignInInput,
): Promise<SignInRequestBody | null> {
  try {
    return await signInWith(signIn, challenge);
  } catch (error) {
    if (isDecline(error)) throw error;
    console.error('Connecting without a signature', error);
    return connect(phantom);
  }
}

async function connect(phantom: RegisteredPhantom | undefined): Promise<null> {
  await (phantom?.features['standard:connect'] ?? injectedPhantom())?.connect();
  return null;
}
