import { useEffect, useRef, useState } from 'react';
import type { Totals } from './recompute';

/** Lines per run: about 20 s on a desktop, over a minute on a phone. */
const LINES_AT_A_GO = 100_000;

/** Progress of the recount. A paused or failed one resumes where it stopped. */
export type Phase = 'idle' | 'running' | 'paused' | 'failed' | 'complete';

interface Progress {
  readonly phase: Phase;
  /**
   * Counts so far; null until the first proofs arrive. The same `Totals` keeps counting; only this wrapper is new each
   * time.
   */
  readonly totals: Totals | null;
}

/** Recomputes the board from every proof in this browser, on request. */
export function useRecomputation(origin: string) {
  const [progress, setProgress] = useState<Progress>({ phase: 'idle', totals: null });
  const reading = useRef<AbortController | null>(null);

  useEffect(() => () => reading.current?.abort(), []);

  async function start(): Promise<void> {
    let totals = progress.phase === 'complete' ? null : progress.totals;
    const show = (phase: Phase) => setProgress({ phase, totals });
    const { signal } = (reading.current = new AbortController());
    show('running');
    try {
      const { recompute, Totals } = await import('./recompute');
      totals ??= new Totals();
      const whole = await recompute(totals, {
        origin,
        atMost: LINES_AT_A_GO,
        signal,
        onProgress: () => show('running'),
      });
      show(whole ? 'complete' : 'paused');
    } catch (error) {
      if (!signal.aborted) console.error('The proofs were not read to the end', error);
      show(signal.aborted ? 'paused' : 'failed');
    }
  }

  return { ...progress, start: () => void start(), stop: () => reading.current?.abort() };
}
