import { useWallet, type WalletContextState } from '@solana/wallet-adapter-react';
import { useState } from 'react';
import type { SignInInput, SignInRequestBody } from '@backend/sign-in/sign-in.schema';
import { requestChallenge } from './session-api';
import { handIn, isDecline, signInWith, walletInput } from './sign-in-with';
import { signIn } from './use-session';

/** Where a proof is under way. */
type Stage = 'fetching' | 'asking' | 'checking';

export type ProveStatus = 'idle' | Stage | 'declined' | 'unsigned' | 'failed';

interface Prove {
  readonly status: ProveStatus;
  readonly busy: boolean;
  /**
   * Has the connected wallet sign in; one prompt at a time.
   *
   * @param referrer who the signature names as having brought the visitor, or null
   */
  prove(referrer: string | null): void;
}

const STAGES: readonly ProveStatus[] = ['fetching', 'asking', 'checking'] satisfies Stage[];

/**
 * Proving a connected wallet, and with it the referral that brought it.
 *
 * @param wallet address of the connected wallet
 */
export function useProve(wallet: string): Prove {
  const signer = useWallet();
  const [status, setStatus] = useState<ProveStatus>('idle');
  const busy = STAGES.includes(status);

  async function ask(referrer: string | null): Promise<void> {
    let stage: Stage = 'fetching';
    function enter(next: Stage): void {
      stage = next;
      setStatus(next);
    }
    try {
      enter('fetching');
      const input = await requestChallenge(referrer);
      enter('asking');
      const signed = await signChallenge(signer, input);
      enter('checking');
      const adapter = signer.wallet?.adapter;
      await signIn(signed, () => adapter?.publicKey?.toBase58() === wallet);
      setStatus('idle');
    } catch (error) {
      console.error('The wallet was not proven', error);
      setStatus(failureOf(stage, error));
    }
  }

  return {
    status,
    busy,
    prove: (referrer) => {
      if (!busy) void ask(referrer);
    },
  };
}

/** Whose failure it was: the visitor declined, the wallet could not, or the server did not. */
function failureOf(stage: Stage, error: unknown): ProveStatus {
  if (stage !== 'asking') return 'failed';
  return isDecline(error) ? 'declined' : 'unsigned';
}

/** What a wallet needs to be able to do to prove itself; a new Phantom can do both, an old one the second. */
type Signer = Pick<WalletContextState, 'signIn' | 'signMessage' | 'publicKey'>;

/**
 * Has a connected wallet sign a challenge: by Sign In With Solana, or else as a plain message with the
 * very same text.
 *
 * @throws Error when the visitor declines, or the wallet can do neither
 */
async function signChallenge(
  { signIn, signMessage, publicKey }: Signer,
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
