import type { SolanaSignInInput, SolanaSignInOutput } from '@solana/wallet-standard-features';
import type { Challenge, SignInInput, SignInRequestBody } from '@backend/sign-in/sign-in.schema';
import { requestJson } from '@/lib/api';
import { listOf, objectOf, oneOf, text, time } from '@/lib/check';

/** A challenge as wallets take it. */
type WalletInput = SolanaSignInInput & { readonly domain: string };

/** Sign In With Solana as one wallet has it. */
type SignIn = (input: WalletInput) => Promise<SolanaSignInOutput | undefined>;

/**
 * Who said no: the visitor; Phantom, since it does not take a sign-in for this address; Phantom, since something in it
 * broke; or Phantom, since it has this site on its list.
 */
export type Refusal = 'declined' | 'misaddressed' | 'broken' | 'blocked';

/** Phantom's codes. */
const REFUSALS = new Map<unknown, Refusal>([
  [4001, 'declined'],
  [-32_000, 'misaddressed'],
  [-32_603, 'broken'],
]);

/** What an error of Phantom's, or one of the adapter's around it, says; null for any other. */
export function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof Object)) return null;
  const isListed = error instanceof Error && /\bblocked\b/i.test(error.message);
  const own = isListed ? 'blocked' : 'code' in error ? REFUSALS.get(error.code) : undefined;
  return own ?? ('error' in error ? refusalOf(error.error) : null);
}

/** Nobody is asked to sign less than all of it. */
export const challengeAnswer = objectOf<Challenge>(
  {
    input: objectOf<SignInInput, Exclude<keyof SignInInput, 'resources'>>(
      {
        domain: text,
        statement: text,
        uri: text,
        version: oneOf('1'),
        chainId: oneOf('mainnet'),
        nonce: text,
        issuedAt: time,
        expirationTime: time,
      },
      { resources: listOf(text) },
    ),
  },
  {},
);

/**
 * Asks the server what the wallet is to sign.
 *
 * @param referrer who the visitor's referral link names, or null; the signature then names them too
 * @throws what `request` throws
 */
export async function requestChallenge(referrer: string | null): Promise<SignInInput> {
  const body = referrer === null ? {} : { referrer };
  const address = '/api/session/challenge';
  return (await requestJson(address, challengeAnswer, { method: 'POST', body })).input;
}

/**
 * Has the wallet sign a challenge by Sign In With Solana, which connects too.
 *
 * @throws Error when the visitor declines
 */
export async function signInWith(signIn: SignIn, input: SignInInput): Promise<SignInRequestBody> {
  const output = await signIn(walletInput(input));
  if (!output) throw new Error('The wallet signed nothing');
  return handIn(output.account.address, output.signedMessage, output.signature, input.nonce);
}

/** The wallet's own type has no word for a list that is there but undefined. */
export function walletInput({ resources, ...input }: SignInInput): WalletInput {
  return resources ? { ...input, resources } : input;
}

/** What was signed, as the server takes it. */
export function handIn(
  publicKey: string,
  signedMessage: Uint8Array,
  signature: Uint8Array,
  nonce: string,
): SignInRequestBody {
  return { publicKey, signedMessage: base64(signedMessage), signature: base64(signature), nonce };
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
