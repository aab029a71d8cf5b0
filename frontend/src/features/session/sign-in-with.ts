import type { SolanaSignInInput, SolanaSignInOutput } from '@solana/wallet-standard-features';
import type { Challenge, SignInInput, SignInRequestBody } from '@backend/sign-in/sign-in.schema';
import { requestJson } from '@/lib/api';
import { toBase64 } from '@/lib/base64';
import { listOf, objectOf, oneOf, text, time } from '@/lib/check';

type WalletInput = SolanaSignInInput & { readonly domain: string };

type SignIn = (input: WalletInput) => Promise<SolanaSignInOutput | undefined>;

/**
 * Why Phantom did not connect or sign. `misaddressed`: it reported invalid input, which we take for a wrong origin.
 * `broken`: it had an internal error. `blocked`: its error message has this word.
 */
export type Refusal = 'declined' | 'misaddressed' | 'broken' | 'blocked';

/** Phantom's error codes. */
const REFUSALS = new Map<unknown, Refusal>([
  [4001, 'declined'],
  [-32_000, 'misaddressed'],
  [-32_603, 'broken'],
]);

/** Returns the reason in an error of Phantom or its adapter; null if it is unknown. */
export function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof Object)) return null;
  const isListed = error instanceof Error && /\bblocked\b/i.test(error.message);
  const own = isListed ? 'blocked' : 'code' in error ? REFUSALS.get(error.code) : undefined;
  return own ?? ('error' in error ? refusalOf(error.error) : null);
}

export const challengeAnswer = objectOf<Challenge>({
  input: objectOf<SignInInput>(
    {
      domain: text,
      statement: text,
      uri: text,
      version: oneOf('1'),
      chainId: oneOf('mainnet'),
      nonce: text,
      issuedAt: time,
      expirationTime: time,
      resources: listOf(text),
    },
    'resources',
  ),
});

/** Fetches a sign-in challenge; it names the referrer, unless `referrer` is null. */
export async function requestChallenge(referrer: string | null): Promise<SignInInput> {
  const body = referrer === null ? {} : { referrer };
  const address = '/api/session/challenge';
  return (await requestJson(address, challengeAnswer, { method: 'POST', body })).input;
}

/** Signs a challenge with the wallet's Sign In With Solana. */
export async function signInWith(signIn: SignIn, input: SignInInput): Promise<SignInRequestBody> {
  const output = await signIn(walletInput(input));
  if (!output) throw new Error('The wallet signed nothing');
  return handIn(output.account.address, output.signedMessage, output.signature, input.nonce);
}

/** Omits undefined `resources`, which the wallet's type does not allow. */
export function walletInput({ resources, ...input }: SignInInput): WalletInput {
  return resources ? { ...input, resources } : input;
}

/** Encodes a signed message for the server. */
export function handIn(
  publicKey: string,
  signedMessage: Uint8Array,
  signature: Uint8Array,
  nonce: string,
): SignInRequestBody {
  return {
    publicKey,
    signedMessage: toBase64(signedMessage),
    signature: toBase64(signature),
    nonce,
  };
}
