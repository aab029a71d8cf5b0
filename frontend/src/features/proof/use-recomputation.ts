import { useEffect, useRef, useState } from 'react';
import type { Totals } from './recompute';

/** Progress of the recount. */
export type Phase = 'idle' | 'running' | 'failed' | 'complete';

interface Progress {
  readonly phase: Phase;
  /**
   * Counts so far; null until the first proofs arrive. Every update mutates the same `Totals`; only this wrapper is a
   * new object, so that React renders.
   */
  readonly totals: Totals | null;
}

/** Recomputes the board from every proof in this browser, on request. Leaving the screen cancels it. */
export function useRecomputation(origins: readonly string[]) {
  const [progress, setProgress] = useState<Progress>({ phase: 'idle', totals: null });
  const reading = useRef<AbortController | null>(null);

  useEffect(() => () => reading.current?.abort(), []);

  async function run(): Promise<void> {
    const { signal } = (reading.current = new AbortController());
    setProgress({ phase: 'running', totals: null });
    try {
      const { recompute } = await import(/* webpackChunkName: "checks" */ './recompute');
      const onProgress = (totals: Totals) => setProgress({ phase: 'running', totals });
      const totals = await recompute({ origins, signal, onProgress });
      setProgress({ phase: 'complete', totals });
    } catch (error) {
      if (signal.aborted) return;
      console.error('The proofs were not read to the end', error);
      setProgress(({ totals }) => ({ phase: 'failed', totals }));
    }
  }

  return { ...progress, start: () => void run() };
}
