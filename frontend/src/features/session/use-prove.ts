import { useWallet } from '@solana/wallet-adapter-react';
import { useState } from 'react';
import { rememberedReferrer } from '@/features/referral/referrer-memory';
import { requestReferrer } from '@/features/referral/request-referrer';
import { requestChallenge } from './session-api';
import { signChallenge } from './sign';
import { useSignIn } from './use-session';

export type ProveStatus = 'idle' | 'asking' | 'refused';

interface Prove {
  readonly status: ProveStatus;
  /** Has the connected wallet sign in; one prompt at a time. */
  prove(): void;
}

/**
 * Proving a connected wallet, and with it the referral that brought it.
 *
 * @param wallet address of the connected wallet
 */
export function useProve(wallet: string): Prove {
  const signer = useWallet();
  const signIn = useSignIn();
  const [status, setStatus] = useState<ProveStatus>('idle');

  async function ask(): Promise<void> {
    setStatus('asking');
    try {
      const referrer = rememberedReferrer() ?? (await requestReferrer(wallet));
      const input = await requestChallenge(referrer === wallet ? null : referrer);
      await signIn(await signChallenge(signer, input));
      setStatus('idle');
    } catch (error) {
      console.error('The wallet was not proven', error);
      setStatus('refused');
    }
  }

  return {
    status,
    prove: () => {
      if (status !== 'asking') void ask();
    },
  };
}
