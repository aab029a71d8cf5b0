import { useState } from 'react';
import type { ProofLine } from '@backend/proofs/proofs.schema';
import type { CheckedProof } from './check-proof';

type ProofCheck =
  | { readonly phase: 'idle' | 'checking' | 'failed' }
  | { readonly phase: 'checked'; readonly result: CheckedProof };

/** Checks one proof in this browser, on request; the code for it comes then. */
export function useProofCheck(proof: ProofLine, origin: string): [ProofCheck, () => void] {
  const [check, setCheck] = useState<ProofCheck>({ phase: 'idle' });

  async function run(): Promise<void> {
    setCheck({ phase: 'checking' });
    try {
      const { checkProof } = await import('./check-proof');
      setCheck({ phase: 'checked', result: await checkProof(proof, origin) });
    } catch (error) {
      console.error('The proof was not checked', error);
      setCheck({ phase: 'failed' });
    }
  }

  return [check, () => void run()];
}
