import { SWRConfig } from 'swr';
import { Button } from '@/components/ui/button';
import { useSettings } from '@/config/use-settings';
import { ComparedBoard } from './compared-board';
import { BUTTON_TEXT, proofCount } from './recomputation-texts';
import { useRecomputation } from './use-recomputation';

/** A recomputation compares with the board of its own moment, not with one seen earlier. */
const FRESH = { revalidateOnMount: true };

/** Recounts the board's proven recruits in this browser and shows both figures. */
export function RecomputeBoard() {
  const { publicOrigin } = useSettings();
  const { phase, tally, run, start, stop } = useRecomputation(publicOrigin);
  const running = phase === 'running';

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button className="min-w-56 max-sm:w-full" onClick={running ? stop : start}>
          {BUTTON_TEXT[phase]}
        </Button>
        <p className="min-h-7 text-stone tabular-nums">
          {tally || running ? `${proofCount(tally?.read ?? 0)} read` : 'No proofs read yet'}
        </p>
      </div>
      {phase === 'idle' ? (
        <p className="ledger mt-6 min-h-50 pt-2 text-stone">
          This space is reserved for arithmetic.
        </p>
      ) : (
        <div className="mt-6 min-h-150 sm:min-h-138">
          <SWRConfig value={FRESH}>
            <ComparedBoard key={run} phase={phase} tally={tally} />
          </SWRConfig>
        </div>
      )}
    </>
  );
}
