import { useEffect, useRef, useState } from 'react';
import type { Totals } from './recompute';

/** Lines read at a go: some twenty seconds of a desktop's time, more than a minute of a phone's. */
const LINES_AT_A_GO = 100_000;

/** How far the reading of the proofs is. A paused or failed one goes on where it stood. */
export type Phase = 'idle' | 'running' | 'paused' | 'failed' | 'complete';

interface Progress {
  readonly phase: Phase;
  /** What was counted so far; null until the first proofs are in. It goes on counting: what is new is this object. */
  readonly totals: Totals | null;
}

/** Recomputes the board in this browser, from every proof, on request. */
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
