import { useEffect, useRef, useState } from 'react';
import type { Tally } from './recompute';

/** Lines read at a go: some twenty seconds of a desktop's time, more than a minute of a phone's. */
const LINES_AT_A_GO = 100_000;

/** How far the reading of the proofs is. A paused or failed one goes on where it stood. */
export type Phase = 'idle' | 'running' | 'paused' | 'failed' | 'complete';

interface Progress {
  readonly phase: Phase;
  /** What was counted so far; null until the first proofs are in. */
  readonly tally: Tally | null;
}

interface Recomputation extends Progress {
  /** Counts how often the reading began anew. */
  readonly run: number;
  start(): void;
  stop(): void;
}

/** Recomputes the board in this browser, from every proof, on request. */
export function useRecomputation(origin: string): Recomputation {
  const [progress, setProgress] = useState<Progress>({ phase: 'idle', tally: null });
  const [run, setRun] = useState(0);
  const reading = useRef<AbortController | null>(null);

  useEffect(() => () => reading.current?.abort(), []);

  async function read(counted: Tally | null, { signal }: AbortController): Promise<void> {
    let tally = counted;
    try {
      const { recompute, createTally } = await import('./recompute');
      const current = (tally ??= createTally());
      const whole = await recompute(current, {
        origin,
        atMost: LINES_AT_A_GO,
        signal,
        onProgress: () => setProgress({ phase: 'running', tally: current }),
      });
      setProgress({ phase: whole ? 'complete' : 'paused', tally });
    } catch (error) {
      if (!signal.aborted) console.error('The proofs were not read to the end', error);
      setProgress({ phase: signal.aborted ? 'paused' : 'failed', tally });
    }
  }

  function start(): void {
    const counted = progress.phase === 'complete' ? null : progress.tally;
    if (counted === null) setRun(run + 1);
    reading.current = new AbortController();
    setProgress({ phase: 'running', tally: counted });
    void read(counted, reading.current);
  }

  return { ...progress, run, start, stop: () => reading.current?.abort() };
}
