import { useWallet, type WalletContextState } from '@solana/wallet-adapter-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SignInInput, SignInRequestBody } from '@backend/sign-in/sign-in.schema';
import { forgetProven } from '@/features/referral/referrer-memory';
import { handIn, refusalOf, requestChallenge, signInWith, walletInput } from './sign-in-with';
import { failureOf, signIn, useFailure, type Failure } from './use-session';

const BUSY = ['fetching', 'asking', 'checking'] as const;

/** The stage of the current proof, or the outcome of the last one. */
export type ProveStatus = (typeof BUSY)[number] | 'idle' | 'declined' | 'unsigned' | Failure;

/** Returns functions to prove a connected wallet and its referral, with one prompt at a time. */
export function useProve(wallet: string) {
  const signer = useWallet();
  const failure = useFailure();
  const [stage, setStage] = useState<ProveStatus>('idle');
  /** Number of the newest attempt. Results of older attempts are ignored. */
  const attempt = useRef(0);
  const status = stage === 'idle' && failure !== null ? failure : stage;
  const busy = BUSY.some((each) => each === status);

  /** Cancels an open prompt, which Phantom may never answer. */
  function cancel(): void {
    if (stage !== 'asking') return;
    attempt.current += 1;
    setStage('idle');
  }

  const onPageShow = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted) cancel();
  });

  // When the browser restores a page from its cache, the prompt is gone, but the page still has the old state.
  useEffect(() => {
    const listen = (event: PageTransitionEvent): void => onPageShow(event);
    addEventListener('pageshow', listen);
    return () => removeEventListener('pageshow', listen);
  }, []);

  /**
   * @param referrer the wallet that the signature names as referrer, or null
   * @returns true if the wallet is proven
   */
  async function prove(referrer: string | null): Promise<boolean> {
    attempt.current += 1;
    const id = attempt.current;
    const isStale = (): boolean => id !== attempt.current;
    try {
      setStage('fetching');
      const input = await requestChallenge(referrer);
      setStage('asking');
      const signed = await signChallenge(signer, input);
      if (isStale()) return false;
      setStage('checking');
      const adapter = signer.wallet?.adapter;
      const session = await signIn(signed, () => adapter?.publicKey?.toBase58() === wallet);
      forgetProven(session?.referral);
      setStage('idle');
      return session !== null;
    } catch (error) {
      if (isStale()) return false;
      console.error('The wallet was not proven', error);
      setStage((failed) => outcomeOf(failed, error));
      return false;
    }
  }

  return { status, busy, prove, cancel };
}

/** Returns the status after a failure: `idle` after a failed sign-in, whose reason comes from `useFailure`. */
function outcomeOf(failed: ProveStatus, error: unknown): ProveStatus {
  if (failed === 'checking') return 'idle';
  if (failed !== 'asking') return failureOf(error);
  return refusalOf(error) === 'declined' ? 'declined' : 'unsigned';
}

/**
 * Signs a challenge with the connected wallet by Sign In With Solana. An old Phantom signs the same text as a plain
 * message.
 *
 * @throws what the wallet throws if the visitor declines, or Error if it supports neither
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
