import { useWallet, type WalletContextState } from '@solana/wallet-adapter-react';
import { useEffect, useRef, useState } from 'react';
import type { SignInInput, SignInRequestBody } from '@backend/sign-in/sign-in.schema';
import { declineClaim } from '@/features/referral/claim-referral';
import { forgetProven } from '@/features/referral/referrer-memory';
import { refreshStats } from '@/features/referral/use-referral-stats';
import { useReturn } from '@/lib/use-return';
import { handIn, refusalOf, requestChallenge, signInWith, walletInput } from './sign-in-with';
import { failureOf, recheckSession, signIn, type Failure, type KnownSignIn } from './use-session';

const BUSY = ['fetching', 'asking', 'checking'] as const;

export type ProveStatus = (typeof BUSY)[number] | 'idle' | 'declined' | 'unsigned' | Failure;

/** @param failure of the sign-in on connecting; it is the status until the visitor acts */
export function useProve(wallet: string, failure: Failure | null) {
  const signer = useWallet();
  const [stage, setStage] = useState<ProveStatus | null>(null);
  const attempt = useRef(0);
  const status = stage ?? failure ?? 'idle';
  const busy = BUSY.some((each) => each === status);

  /** Ends an attempt that has sent no signature. An open prompt of Phantom stays open, but its answer is ignored. */
  function cancel(): void {
    if (stage !== 'fetching' && stage !== 'asking') return;
    attempt.current += 1;
    setStage('idle');
  }

  // A prompt's answer is ignored after a disconnect, a switch of the account, or leaving the page.
  useEffect(
    () => () => {
      attempt.current += 1;
    },
    [],
  );

  useReturn((isRestored) => {
    if (isRestored) cancel();
  });

  /** Returns null if the wallet was not signed in. */
  async function prove(referrer: string | null): Promise<KnownSignIn | null> {
    attempt.current += 1;
    const id = attempt.current;
    const adapter = signer.wallet?.adapter;
    const isConnected = (): boolean => adapter?.publicKey?.toBase58() === wallet;
    const isStale = (): boolean => id !== attempt.current || !isConnected();
    try {
      setStage('fetching');
      const openPrompt = await promptFor(signer, await requestChallenge(referrer));
      if (isStale()) return null;
      setStage('asking');
      const signed = await openPrompt();
      if (isStale()) return null;
      if (signed.publicKey !== wallet) throw new Error('Another account has signed');
      setStage('checking');
      const session = await signIn(signed, isConnected);
      forgetProven(session?.referral);
      setStage('idle');
      return session;
    } catch (error) {
      if (isStale()) return null;
      console.error('The wallet was not proven', error);
      setStage((failed) => outcomeOf(failed, error));
      return null;
    }
  }

  async function decline(): Promise<boolean> {
    setStage('idle');
    try {
      await declineClaim(wallet);
      refreshStats(wallet);
      return true;
    } catch (error) {
      console.error('The claim was not declined', error);
      setStage(failureOf(error));
      recheckSession(error);
      return false;
    }
  }

  return { status, busy, prove, cancel, decline };
}

function outcomeOf(failed: ProveStatus | null, error: unknown): ProveStatus {
  if (failed !== 'asking') return failureOf(error);
  return refusalOf(error) === 'declined' ? 'declined' : 'unsigned';
}

/** Returns a function that opens a prompt: to sign in or, if the wallet cannot, to sign the same text as a message. */
async function promptFor(
  { signIn, signMessage, publicKey }: WalletContextState,
  input: SignInInput,
): Promise<() => Promise<SignInRequestBody>> {
  if (signIn) return () => signInWith(signIn, input);
  const { createSignInMessageText } = await import('@solana/wallet-standard-util');
  return async () => {
    if (!signMessage || !publicKey) throw new Error('This wallet cannot sign a message');
    const address = publicKey.toBase58();
    const text = createSignInMessageText({ ...walletInput(input), address });
    const message = new TextEncoder().encode(text);
    return handIn(address, message, await signMessage(message), input.nonce);
  };
}
