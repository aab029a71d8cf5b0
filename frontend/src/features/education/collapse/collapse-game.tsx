import { Check, Link } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Pyramid } from '@backend/pyramid/pyramid.schema';
import { CopyByHand, useCopy } from '@/components/copy';
import { Button } from '@/components/ui/button';
import { requestJson } from '@/lib/api';
import { CollapseCanvas } from './collapse-canvas';
import { Controls } from './controls';
import { LevelTable } from './level-table';
import { playCollapse, type PlayedCollapse } from './play';
import { Populations } from './populations-list';
import { betText, lostText, verdictOn } from './verdict';
import { addressOf, wagerIn, type Wager } from './wager';

const USUAL_PITCH: Wager = { each: 5, oneIn: 10, bet: 10, seed: 0, founded: [] };
const MAX_DEPTH = 50;

interface Played {
  readonly collapse: PlayedCollapse;
  readonly phase: 'playing' | 'over';
}

/** Founds a pyramid, has it fall, and says who lost. `wallet` is the visitor's own, or null. */
export function CollapseGame({ wallet }: { readonly wallet: string | null }) {
  const [wager, setWager] = useState(() => wagerIn(window.location.search) ?? USUAL_PITCH);
  const [played, setPlayed] = useState<Played | null>(() =>
    wagerIn(window.location.search) ? begin(wager) : null,
  );
  const [failure, setFailure] = useState<string | null>(null);
  const figure = useRef<HTMLElement>(null);
  const { copied, refused, copy } = useCopy();
  const isOver = played?.phase === 'over';
  const finish = useCallback(() => setPlayed((now) => now && { ...now, phase: 'over' }), []);

  useEffect(() => {
    if (wagerIn(window.location.search)) figure.current?.scrollIntoView({ block: 'center' });
  }, []);

  function found(founded: readonly number[]): void {
    const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
    const next = { ...wager, seed, founded };
    history.replaceState(history.state, '', addressOf(next, window.location.href));
    setFailure(null);
    setWager(next);
    setPlayed(begin(next));
    figure.current?.scrollIntoView({ block: 'nearest' });
  }

  async function carryOn(owner: string): Promise<void> {
    try {
      const { levels } = await requestJson<Pyramid>(
        `/api/pyramid?wallet=${owner}&depth=${MAX_DEPTH}`,
      );
      if (levels.length > 0) found(levels.map(({ recruits }) => recruits));
      else setFailure('Yours has nobody in it. It is the soundest pyramid on this site.');
    } catch {
      setFailure(
        'Your pyramid could not be read. It has not fallen; we have only lost sight of it.',
      );
    }
  }

  return (
    <>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] lg:gap-14">
        <figure
          ref={figure}
          className="relative scroll-mt-16 overflow-hidden rounded-lg border border-line bg-night forced-color-adjust-none lg:order-last"
        >
          {isOver && prefersStills() ? (
            <CollapseCanvas
              wager={wager}
              collapse={played.collapse}
              shown="standing"
              label={`The pyramid with ${played.collapse.levels.length} levels, just before it falls.`}
              onOver={finish}
            />
          ) : null}
          <div className="relative">
            <CollapseCanvas
              wager={wager}
              collapse={played?.collapse ?? null}
              shown={isOver ? 'fallen' : 'playing'}
              label={labelOf(played, wager.bet)}
              onOver={finish}
            />
            {isOver ? <Headline collapse={played.collapse} /> : null}
          </div>
        </figure>
        <div>
          <Controls
            terms={wager}
            onChange={(terms) => {
              setWager({ ...wager, ...terms });
              setPlayed(null);
            }}
          />
          <div className="mt-5 flex flex-wrap gap-3 max-sm:*:w-full">
            {played?.phase === 'playing' ? (
              <Button variant="outline" onClick={finish}>
                Skip to the End
              </Button>
            ) : (
              <Button onClick={() => found([])}>
                {isOver ? 'Found Another' : 'Found the Pyramid'}
              </Button>
            )}
            {wallet === null ? null : (
              <Button variant="outline" onClick={() => void carryOn(wallet)}>
                Carry On with Mine
              </Button>
            )}
            {isOver ? (
              <Button variant="secondary" onClick={() => void copy(window.location.href)}>
                {copied ? <Check aria-hidden="true" /> : <Link aria-hidden="true" />}
                <span>{copied ? 'Copied' : 'Copy This Collapse'}</span>
              </Button>
            ) : null}
          </div>
          {isOver ? <CopyByHand text={refused} what="link" /> : null}
          {failure === null ? null : (
            <p role="alert" className="mt-3 text-ember">
              {failure}
            </p>
          )}
          <div role="status" className="mt-5 max-w-text">
            {isOver ? (
              <>
                <p className="text-lg leading-snug">{verdictOn(played.collapse)}</p>
                <p className="mt-2 text-stone">
                  {betText(played.collapse, wager.bet)} You are still up there. Founders usually
                  are.
                </p>
              </>
            ) : null}
          </div>
        </div>
      </div>
      {isOver ? (
        <div className="mt-8 grid items-start gap-x-14 gap-y-6 lg:grid-cols-2">
          <Populations each={wager.each} title="And if nobody ever said no" />
          <LevelTable levels={played.collapse.levels} />
        </div>
      ) : null}
    </>
  );
}

function begin(wager: Wager): Played {
  return {
    collapse: playCollapse(wager, wager.seed),
    phase: prefersStills() ? 'over' : 'playing',
  };
}

function prefersStills(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function labelOf(played: Played | null, bet: number): string {
  if (played === null)
    return `A pyramid of ${bet} levels in dashes, as deep as your bet. You are its capstone.`;
  return played.phase === 'playing'
    ? 'The pyramid, filling level by level.'
    : 'A heap of stones. The capstone hangs above it, unharmed.';
}

/** The result in the sky where the pyramid stood; the text beneath the picture says it, too. */
function Headline({ collapse }: { readonly collapse: PlayedCollapse }) {
  return (
    <p
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-4 top-[23%] animate-arrive text-center leading-tight"
    >
      <span className="block text-sm text-sand sm:text-base">
        {`Ended on level ${collapse.endsOn}`}
      </span>
      <span className="block font-display text-hero text-ember">{lostText(collapse)}</span>
      <span className="block text-sm text-sand sm:text-base">
        stood on the last two levels, and paid for the rest
      </span>
    </p>
  );
}
