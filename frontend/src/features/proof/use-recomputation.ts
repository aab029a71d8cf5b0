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

/** Recomputes the board in this browser, from every proof, on request; `run` counts how often that began anew. */
export function useRecomputation(origin: string) {
  const [progress, setProgress] = useState<Progress>({ phase: 'idle', totals: null });
  const [run, setRun] = useState(0);
  const reading = useRef<AbortController | null>(null);

  useEffect(() => () => reading.current?.abort(), []);

  async function read(counted: Totals | null, { signal }: AbortController): Promise<void> {
    let totals = counted;
    try {
      const { recompute, Totals } = await import('./recompute');
      const current = (totals ??= new Totals());
      const whole = await recompute(current, {
        origin,
        atMost: LINES_AT_A_GO,
        signal,
        onProgress: () => setProgress({ phase: 'running', totals: current }),
      });
      setProgress({ phase: whole ? 'complete' : 'paused', totals });
    } catch (error) {
      if (!signal.aborted) console.error('The proofs were not read to the end', error);
      setProgress({ phase: signal.aborted ? 'paused' : 'failed', totals });
    }
  }

  function start(): void {
    const counted = progress.phase === 'complete' ? null : progress.totals;
    if (counted === null) setRun(run + 1);
    reading.current = new AbortController();
    setProgress({ phase: 'running', totals: counted });
    void read(counted, reading.current);
  }

  return { ...progress, run, start, stop: () => reading.current?.abort() };
}
