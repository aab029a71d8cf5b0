import { useEffect, useRef, useState } from 'react';
import { readProofPage, type ProofPage } from './proofs';

type Phase = 'idle' | 'loading' | 'failed' | 'ready';

interface ProofPages {
  readonly phase: Phase;
  /** The page that was read last; it stays while another is on its way. */
  readonly page: ProofPage | null;
  /** True while there is a page before the one shown. */
  readonly hasPrevious: boolean;
  /** Opens the first page; after a failure, the one that failed. */
  open(): void;
  next(): void;
  previous(): void;
}

/** The proofs ten at a time, read on request. */
export function useProofPages(): ProofPages {
  const [phase, setPhase] = useState<Phase>('idle');
  const [page, setPage] = useState<ProofPage | null>(null);
  /** Where each page up to the wanted one begins. */
  const [starts, setStarts] = useState<readonly number[]>([0]);
  const reading = useRef<AbortController | null>(null);

  useEffect(() => () => reading.current?.abort(), []);

  async function read(after: number, { signal }: AbortController): Promise<void> {
    try {
      setPage(await readProofPage(after, signal));
      setPhase('ready');
    } catch (error) {
      if (signal.aborted) return;
      console.error('A page of proofs was not read', error);
      setPhase('failed');
    }
  }

  function show(path: readonly number[]): void {
    reading.current?.abort();
    reading.current = new AbortController();
    setStarts(path);
    setPhase('loading');
    void read(path.at(-1) ?? 0, reading.current);
  }

  return {
    phase,
    page,
    hasPrevious: starts.length > 1,
    open: () => show(starts),
    next: () => {
      if (page?.next) show([...starts, page.next]);
    },
    previous: () => show(starts.length > 1 ? starts.slice(0, -1) : starts),
  };
}
