import { cx } from 'class-variance-authority';
import { useState, useTransition, type ComponentProps } from 'react';
import type { ActionEntry, ProofEntry } from '@backend/transparency-log/log-entry.schema';
import { Button } from '@/components/ui/button';
import { useOrigins } from '@/config/settings';
import { formatCount, shortenAddress } from '@/lib/format';
import type { CheckedProof, Verdict } from './check-proof';
import { CheckedLines, SignedText } from './checked-lines';
import type { KnownAction, KnownNewLog, LogLine } from './log-entries';

/** An entry of the log: a proof with a button that checks it, or what the operator did and why. */
export function EntryRow({ line: { index, entry } }: { readonly line: LogLine }) {
  return (
    <li className="border-t border-line py-3 break-words tabular-nums">
      {entry?.action === 'prove' ? (
        <Proof index={index} proof={entry} />
      ) : (
        <Action index={index} action={entry} />
      )}
    </li>
  );
}

const DONE: Record<ActionEntry['action'], string> = {
  ban: 'banned',
  unban: 'no longer banned',
  revoke: 'revoked',
  unrevoke: 'no longer revoked',
};

interface ActionProps {
  readonly index: number;
  /** Null for an entry of an unknown kind. */
  readonly action: KnownAction | KnownNewLog | null;
}

function Action({ index, action }: ActionProps) {
  const place = `entry ${formatCount(index)}`;
  if (action === null) {
    return (
      <Deed deed="Something that this page does not know" note={`${place}, for a newer page`} />
    );
  }
  const note = `${action.at.slice(0, 10)}, ${place}. ${action.why ? `“${action.why}”` : ''}`;
  if (action.action !== 'new-log') {
    const deed = `${shortenAddress(action.subject)} ${DONE[action.action]}`;
    return <Deed deed={deed} title={action.subject} note={note} />;
  }
  const { formerCheckpoint } = action;
  return (
    <>
      <Deed deed="A new log, which does not continue the one before" note={note} />
      {formerCheckpoint ? <SignedText>{formerCheckpoint}</SignedText> : null}
    </>
  );
}

interface DeedProps extends Pick<ComponentProps<'p'>, 'title'> {
  readonly deed: string;
  readonly note: string;
}

function Deed({ deed, title, note }: DeedProps) {
  return (
    <p className="leading-snug">
      <span title={title}>{deed}</span>
      <span className="block text-sm text-stone">{note}</span>
    </p>
  );
}

function Proof({ index, proof }: { readonly index: number; readonly proof: ProofEntry }) {
  const origins = useOrigins();
  const [result, setResult] = useState<CheckedProof | 'failed' | null>(null);
  const [checking, startChecking] = useTransition();

  const checked = result === 'failed' ? null : result;

  function check(): void {
    setResult(null);
    startChecking(async () => {
      try {
        const { checkProof } = await import(/* webpackChunkName: "checks" */ './check-proof');
        setResult(await checkProof(proof, origins));
      } catch (error) {
        console.error('The proof was not checked', error);
        setResult('failed');
      }
    });
  }

  return (
    <>
      <div className="flex items-center justify-between gap-x-3 max-2xs:flex-wrap">
        <p className="min-w-0 leading-snug">
          <span title={proof.recruit}>{shortenAddress(proof.recruit)}</span>
          <span className="block text-sm text-stone">
            <span title={proof.referrer}>{`for ${shortenAddress(proof.referrer)}`}</span>
            <span className="max-sm:hidden">{`, ${proof.at.slice(0, 10)}, entry ${formatCount(index)}`}</span>
          </span>
        </p>
        <Button
          variant="secondary"
          size="sm"
          className="max-xs:px-2.5!"
          aria-busy={checking}
          aria-label={`Verify in This Browser: ${shortenAddress(proof.recruit)} for ${shortenAddress(proof.referrer)}`}
          onClick={check}
        >
          Verify in This Browser
        </Button>
      </div>
      <div role="status">
        {result === 'failed' ? (
          <p className="pt-2 text-[0.9375rem] text-ember">
            The checking code did not arrive. Your connection trusts nobody either. Press again.
          </p>
        ) : null}
        {checked ? <CheckedProofLines proof={proof} checked={checked} /> : null}
      </div>
      {checked ? <SignedText>{proof.message}</SignedText> : null}
    </>
  );
}

const CONCLUSIONS: Record<Verdict, string> = {
  holds: 'This proof holds. Nobody was trusted in the making of this line.',
  fails: 'This proof fails. It is worth no points, whatever any board says.',
  unchecked:
    'The rest holds, but this browser has no Ed25519 for this page, so the signature is unchecked. A recent browser over https has it.',
};

interface CheckedProofLinesProps {
  readonly proof: ProofEntry;
  readonly checked: CheckedProof;
}

/** The checks of a proof as sentences, and a conclusion. */
function CheckedProofLines({ proof, checked }: CheckedProofLinesProps) {
  const { checks, verdict, origin } = checked;
  const signer = shortenAddress(proof.recruit);
  const referrer = shortenAddress(proof.referrer);
  return (
    <div className="pt-3">
      <CheckedLines
        lines={[
          [
            checks.key,
            `${signer} is a key that somebody can own, not one of the few that anybody can sign for.`,
          ],
          [checks.signature, 'The signature is that key’s, over exactly the text below.'],
          [checks.site, `The text is a sign-in to ${origin} and to no other site.`],
          [checks.signer, `The text names ${signer} as the one who signs.`],
          [
            checks.referrer,
            `Its one resource is the referral link of ${referrer}, which is another key.`,
          ],
          [checks.time, `It was proven on ${proof.at.slice(0, 10)}, before the text expired.`],
        ]}
      />
      <p
        className={cx(
          'mt-3 text-[0.9375rem] font-medium',
          verdict === 'holds' ? 'text-sand' : 'text-ember',
        )}
      >
        {CONCLUSIONS[verdict]}
      </p>
    </div>
  );
}
