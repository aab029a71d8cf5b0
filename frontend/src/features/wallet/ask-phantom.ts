import type { SignInInput, SignInRequestBody } from '@backend/sign-in/sign-in.schema';
import { rememberedReferrer } from '@/features/referral/referrer-memory';
import { requestChallenge } from '@/features/session/session-api';
import { isDecline, signInWith, type SignIn } from '@/features/session/sign-in-with';
import { injectedPhantom, registeredPhantom } from './phantom';

type Phantom = ReturnType<typeof registeredPhantom>;

/**
 * Has Phantom ask the visitor to connect and, where it has Sign In With Solana, to prove the wallet in
 * the same prompt. It is asked without the wallet library, which a phone takes long to set up: there
 * is time for that while the visitor reads. A server that has no challenge to give does not keep
 * anybody from connecting, nor does an account that cannot sign, as some on a hardware wallet.
 *
 * @param onAsked called once, when the question is out or could not be put
 * @returns what was signed, or null after a plain connect
 * @throws Error when the visitor declines
 */
export async function askPhantom(onAsked: () => void): Promise<SignInRequestBody | null> {
  const phantom = registeredPhantom();
  const signIn = phantom?.features['solana:signIn'];
  const challenge = signIn ? await challengeIfAny() : null;
  const answer =
    signIn && challenge
      ? signInOrConnect(phantom, async (input) => (await signIn.signIn(input))[0], challenge)
      : connect(phantom);
  queueMicrotask(onAsked);
  return answer;
}

async function challengeIfAny(): Promise<SignInInput | null> {
  try {
    return await requestChallenge(rememberedReferrer());
  } catch (error) {
    console.error('Connecting without a signature', error);
    return null;
  }
}

/** An account that cannot sign fails with another code than a visitor who declines. */
async function signInOrConnect(
  phantom: Phantom,
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

async function connect(phantom: Phantom): Promise<null> {
  await (phantom?.features['standard:connect'] ?? injectedPhantom())?.connect();
  return null;
}
