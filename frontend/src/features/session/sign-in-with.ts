import type { SolanaSignInInput, SolanaSignInOutput } from '@solana/wallet-standard-features';
import type { SignInInput, SignInRequestBody } from '@backend/sign-in/sign-in.schema';

/** A challenge as wallets take it. */
export type WalletInput = SolanaSignInInput & { readonly domain: string };

/** Sign In With Solana as one wallet has it. */
export type SignIn = (input: WalletInput) => Promise<SolanaSignInOutput | undefined>;

/** Phantom's code for a visitor who declines. */
const DECLINED = 4001;

/** Whether an error of Phantom's, or one of the adapter's around it, says that the visitor declined. */
export function isDecline(error: unknown): boolean {
  if (!(error instanceof Object)) return false;
  if ('code' in error && error.code === DECLINED) return true;
  return 'error' in error && isDecline(error.error);
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
