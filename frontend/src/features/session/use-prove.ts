import { useWallet, type WalletContextState } from '@solana/wallet-adapter-react';
import { useEffect, useState } from 'react';
import type { SignInInput, SignInRequestBody } from '@backend/sign-in/sign-in.schema';
import { handIn, refusalOf, requestChallenge, signInWith, walletInput } from './sign-in-with';
import { signIn } from './use-session';

const BUSY = ['fetching', 'asking', 'checking'] as const;

/** Where a proof is under way, or how it ended. */
export type ProveStatus = (typeof BUSY)[number] | 'idle' | 'declined' | 'unsigned' | 'failed';

/** Proving a connected wallet, and with it the referral that brought it; one prompt at a time. */
export function useProve(wallet: string) {
  const signer = useWallet();
  const [status, setStatus] = useState<ProveStatus>('idle');
  const busy = BUSY.some((stage) => stage === status);

  useEffect(() => {
    // A prompt does not outlive its page, though the browser may bring that page back as it was.
    function endPrompt({ persisted }: PageTransitionEvent): void {
      if (persisted) setStatus((stage) => (stage === 'asking' ? 'idle' : stage));
    }
    addEventListener('pageshow', endPrompt);
    return () => removeEventListener('pageshow', endPrompt);
  }, []);

  /** @param referrer who the signature names as having brought the visitor, or null */
  async function prove(referrer: string | null): Promise<void> {
    if (busy) return;
    try {
      setStatus('fetching');
      const input = await requestChallenge(referrer);
      setStatus('asking');
      const signed = await signChallenge(signer, input);
      setStatus('checking');
      const adapter = signer.wallet?.adapter;
      await signIn(signed, () => adapter?.publicKey?.toBase58() === wallet);
      setStatus('idle');
    } catch (error) {
      console.error('The wallet was not proven', error);
      setStatus((stage) => failureOf(stage, error));
    }
  }

  return { status, busy, prove };
}

/** Whose failure it was: the visitor declined, the wallet could not, or the server did not. */
function failureOf(stage: ProveStatus, error: unknown): ProveStatus {
  if (stage !== 'asking') return 'failed';
  return refusalOf(error) === 'declined' ? 'declined' : 'unsigned';
}

/**
 * Has a connected wallet sign a challenge: by Sign In With Solana, or, an old Phantom, as a plain message with
 * the very same text.
 *
 * @throws Error when the visitor declines, or the wallet can do neither
 */
async function signChallenge(
  { signIn, signMessage, publicKey }: WalletContextState,
  input: SignInInput,
): Promise<SignInRequestBody> {
  if (signIn) return signInWith(signIn, input);
  if (!signMessage || !publicKey) throw new Error('This wallet cannot sign a message');
  const address = publicKey.toBase58();
  const { createSignInMessageText } = await import('@solana/wallet-standard-util');
  const text = createSignInMessageText({ ...walletInput(input), address });
  const message = new TextEncoder().encode(text);
  return handIn(address, message, await signMessage(message), input.nonce);
}
