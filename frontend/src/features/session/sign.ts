import type { WalletContextState } from '@solana/wallet-adapter-react';
import type { SignInInput, SignInRequestBody } from '@backend/sign-in/sign-in.schema';
import { handIn, signInWith, walletInput } from './sign-in-with';

/** What a wallet needs to be able to do to prove itself; a new Phantom can do both, an old one the second. */
export type Signer = Pick<WalletContextState, 'signIn' | 'signMessage' | 'publicKey'>;

/**
 * Has a connected wallet sign a challenge: by Sign In With Solana, or else as a plain message with the
 * very same text.
 *
 * @throws Error when the visitor declines, or the wallet can do neither
 */
export async function signChallenge(
  { signIn, signMessage, publicKey }: Signer,
  input: SignInInput,
): Promise<SignInRequestBody> {
  if (signIn) return signInWith(signIn, input);
  if (!signMessage || !publicKey) throw new Error('This wallet cannot sign a message');
  const address = publicKey.toBase58();
  const { signInText } = await import('./sign-in-text');
  const message = new TextEncoder().encode(signInText(walletInput(input), address));
  return handIn(address, message, await signMessage(message), input.nonce);
}
