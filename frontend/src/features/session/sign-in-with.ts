import type { SolanaSignInInput, SolanaSignInOutput } from '@solana/wallet-standard-features';
import type { Challenge, SignInInput, SignInRequestBody } from '@backend/sign-in/sign-in.schema';
import { requestJson } from '@/lib/api';
import { toBase64 } from '@/lib/base64';
import { listOf, objectOf, oneOf, text, time } from '@/lib/check';

/** The type of a challenge in the wallet libraries. */
type WalletInput = SolanaSignInInput & { readonly domain: string };

type SignIn = (input: WalletInput) => Promise<SolanaSignInOutput | undefined>;

/**
 * Why Phantom did not connect or sign: the visitor declined, or Phantom refused because of the page's origin, an
 * internal error, or its blocklist.
 */
export type Refusal = 'declined' | 'misaddressed' | 'broken' | 'blocked';

/** Phantom's error codes. */
const REFUSALS = new Map<unknown, Refusal>([
  [4001, 'declined'],
  [-32_000, 'misaddressed'],
  [-32_603, 'broken'],
]);

/** Returns the reason that an error from Phantom or its adapter gives; null if it gives no known one. */
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

/**
 * Fetches a sign-in challenge.
 *
 * @param referrer wallet that the signature names as referrer, or null
 * @throws the errors of `requestJson`
 */
export async function requestChallenge(referrer: string | null): Promise<SignInInput> {
  const body = referrer === null ? {} : { referrer };
  const address = '/api/session/challenge';
  return (await requestJson(address, challengeAnswer, { method: 'POST', body })).input;
}

/**
 * Opens the wallet's prompt for Sign In With Solana, which also connects the wallet.
 *
 * @throws the wallet's error if the wallet does not sign, or Error if it returns no signature
 */
export async function signInWith(signIn: SignIn, input: SignInInput): Promise<SignInRequestBody> {
  const output = await signIn(walletInput(input));
  if (!output) throw new Error('The wallet signed nothing');
  return handIn(output.account.address, output.signedMessage, output.signature, input.nonce);
}

/** Omits `resources` if there are none, since the wallet's type does not allow undefined. */
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
