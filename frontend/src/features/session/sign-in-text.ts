import type { SolanaSignInInput } from '@solana/wallet-standard-features';
import { createSignInMessageText } from '@solana/wallet-standard-util';

/** The text that Sign In With Solana would show, for a wallet that only signs messages. */
export function signInText(
  input: SolanaSignInInput & { readonly domain: string },
  address: string,
): string {
  return createSignInMessageText({ ...input, address });
}
