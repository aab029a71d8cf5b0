import type { WalletContextState } from '@solana/wallet-adapter-react';
import type { SolanaSignInInput } from '@solana/wallet-standard-features';
import type { SignInInput, SignInRequestBody } from '@backend/session/session.schema';

type WalletInput = SolanaSignInInput & { readonly domain: string };

/** What a wallet needs to be able to do to prove itself; a new Phantom can do both, an old one the second. */
export type Signer = Pick<WalletContextState, 'signIn' | 'signMessage' | 'publicKey'>;

/**
 * Has the wallet sign a challenge: by Sign In With Solana, which connects too, or else as a plain
 * message with the very same text, which needs a connected wallet.
 *
 * @throws Error when the visitor declines, or the wallet can do neither
 */
export async function signChallenge(
  { signIn, signMessage, publicKey }: Signer,
  input: SignInInput,
): Promise<SignInRequestBody> {
  const asked = withoutEmpty(input);
  if (signIn) {
    const { account, signedMessage, signature } = await signIn(asked);
    return handIn(account.address, signedMessage, signature, input.nonce);
  }
  if (!signMessage || !publicKey) throw new Error('This wallet cannot sign a message');
  const address = publicKey.toBase58();
  const { signInText } = await import('./sign-in-text');
  const message = new TextEncoder().encode(signInText(asked, address));
  return handIn(address, message, await signMessage(message), input.nonce);
}

/** The wallet's own type has no word for a list that is there but undefined. */
function withoutEmpty({ resources, ...input }: SignInInput): WalletInput {
  return resources ? { ...input, resources } : input;
}

function handIn(
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
