import { useEffect, useEffectEvent, useRef, useState, useTransition } from 'react';
import { isWalletAddress } from '@backend/shared/referral-link';
import { QueryFailure } from '@/components/query-failure';
import { BusyButton } from '@/components/ui/button';
import { useOrigins } from '@/config/settings';
import { ApiError } from '@/lib/api';
import { plural } from '@/lib/format';
import type { CheckedLog } from './check-log';
import { CheckedLines, type CheckedLine } from './checked-lines';

const CHECKING =
  'Reading the log and checking each signature. Your device does the work; ours would only say that it did.';

const PLAN: readonly CheckedLine[] = [
  [null, 'The log’s key signed for every entry, and for no other.'],
  [null, 'The entries that this browser remembers have not changed.'],
  [null, 'If you signed here, your proof is among them.'],
  [null, 'Each recruit signed one text, for this site and for one referrer.'],
  [null, 'The board says what the proofs add up to, row by row.'],
];

const UNPUBLISHED = 503;

const FAILURES = {
  unpublished: 'The log is not published at the moment. Silence is not yet a contradiction.',
  failed: 'The log did not load. Nothing was compared, so nothing was found.',
};

/** Starts the check on mount if the URL's fragment is a wallet address. */
export function LogCheck() {
  const origins = useOrigins();
  const [checked, setChecked] = useState<CheckedLog | null>(null);
  const [failure, setFailure] = useState<keyof typeof FAILURES | null>(null);
  const [read, setRead] = useState(0);
  const [checking, startChecking] = useTransition();
  const reading = useRef<AbortController | null>(null);

  useEffect(() => () => reading.current?.abort(), []);

  function check(): void {
    const { signal } = (reading.current = new AbortController());
    setFailure(null);
    setRead(0);
    startChecking(async () => {
      try {
        const { checkLog } = await import(/* webpackChunkName: "checks" */ './check-log');
        const about = window.location.hash.slice(1);
        setChecked(await checkLog({ origins, about, signal, onProgress: setRead }));
      } catch (error) {
        if (signal.aborted) return;
        // A download that stalled would keep its connection.
        reading.current?.abort();
        console.error('The log was not checked', error);
        setChecked(null);
        const isUnpublished = error instanceof ApiError && error.status === UNPUBLISHED;
        setFailure(isUnpublished ? 'unpublished' : 'failed');
      }
    });
  }

  const checkLinked = useEffectEvent(() => {
    if (isWalletAddress(window.location.hash.slice(1))) check();
  });

  useEffect(() => {
    const timer = setTimeout(() => checkLinked());
    return () => clearTimeout(timer);
  }, []);

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <BusyButton
          className="max-sm:w-full sm:min-w-56"
          busyWith={checking ? CHECKING : null}
          onClick={check}
        >
          {checked ? 'Check Again' : 'Check Everything'}
        </BusyButton>
        {checking ? (
          <p className="text-stone tabular-nums">{`${plural(read, 'line')} read`}</p>
        ) : null}
      </div>
      {failure ? (
        <div className="mt-6">
          <QueryFailure onRetry={check}>{FAILURES[failure]}</QueryFailure>
        </div>
      ) : null}
      <div role="status" className="mt-6">
        {checking ? <p className="sr-only">{CHECKING}</p> : null}
        <CheckedLines lines={checked?.lines ?? PLAN} />
      </div>
      {checked?.evidence ? (
        <>
          <p className="mt-4 max-w-text text-[0.9375rem]">
            What this browser remembers, and what it was told now. Keep both: a log that contradicts
            itself convicts itself.
          </p>
          <pre className="mt-3 rounded-md border border-line bg-dusk p-4 font-mono text-sm leading-relaxed break-words whitespace-pre-wrap text-stone">
            {checked.evidence}
          </pre>
        </>
      ) : null}
      {checked?.vkey ? (
        <p className="mt-6 max-w-text text-[0.9375rem] text-stone">
          The log’s public key, for any other client of transparency logs:
          <span className="mt-1 block font-mono text-sm break-all text-sand">{checked.vkey}</span>
        </p>
      ) : null}
    </>
  );
}
