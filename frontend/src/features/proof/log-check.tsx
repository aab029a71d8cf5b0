import { Check, Copy } from 'lucide-react';
import { useState, useTransition } from 'react';
import { useCopy } from '@/components/copy';
import { QueryFailure } from '@/components/query-failure';
import { BusyButton, Button } from '@/components/ui/button';
import { useOrigins } from '@/config/settings';
import { ApiError } from '@/lib/api';
import type { CheckedLog } from './check-log';
import { CheckedLines, SignedText } from './checked-lines';

const CHECKING = 'Comparing the log with what this browser remembers.';

const UNPUBLISHED = 503;

const FAILURES = {
  unpublished: 'The log is not published at the moment. Silence is not yet a contradiction.',
  failed: 'The log did not load. Nothing was compared, so nothing was found.',
};

/** Lets the visitor check the transparency log against the last checkpoint that this browser has verified. */
export function LogCheck() {
  const origins = useOrigins();
  const [checked, setChecked] = useState<CheckedLog | null>(null);
  const [failure, setFailure] = useState<keyof typeof FAILURES | null>(null);
  const [checking, startChecking] = useTransition();

  function check(): void {
    setFailure(null);
    startChecking(async () => {
      try {
        const { checkLog } = await import(/* webpackChunkName: "checks" */ './check-log');
        setChecked(await checkLog(origins));
      } catch (error) {
        console.error('The log was not checked', error);
        setChecked(null);
        const isUnpublished = error instanceof ApiError && error.status === UNPUBLISHED;
        setFailure(isUnpublished ? 'unpublished' : 'failed');
      }
    });
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <BusyButton
          className="max-sm:w-full sm:min-w-56"
          busyWith={checking ? CHECKING : null}
          onClick={check}
        >
          {checked ? 'Check Again' : 'Check the Log'}
        </BusyButton>
        {checked ? null : <p className="text-stone">Bring your own memory.</p>}
      </div>
      <div role="status" className="mt-6 empty:mt-0">
        {checking ? <p className="sr-only">{CHECKING}</p> : null}
        {checked ? <CheckedLines lines={checked.lines} /> : null}
      </div>
      {failure ? (
        <div className="mt-6">
          <QueryFailure onRetry={check}>{FAILURES[failure]}</QueryFailure>
        </div>
      ) : null}
      {checked?.evidence ? (
        <>
          <p className="mt-4 max-w-text text-[0.9375rem]">
            What this browser remembers, and what it was told now. Keep both: a log that contradicts
            itself convicts itself.
          </p>
          <SignedText>{checked.evidence}</SignedText>
        </>
      ) : null}
      {checked ? <KeyOfLog vkey={checked.vkey} /> : null}
    </>
  );
}

/** The log's public key, to be copied into another client. */
function KeyOfLog({ vkey }: { readonly vkey: string }) {
  const { copied, copy, byHand } = useCopy('key');
  return (
    <div className="mt-6 max-w-text text-[0.9375rem]">
      <p className="text-stone">
        The log’s public key. Give it to any client of transparency logs, and it will ask us the
        same questions with less charm.
      </p>
      <p className="mt-3 font-mono text-sm break-all text-sand">{vkey}</p>
      <Button variant="secondary" size="sm" className="mt-3" onClick={() => void copy(vkey)}>
        {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        <span>Copy the Key</span>
      </Button>
      {byHand}
    </div>
  );
}
