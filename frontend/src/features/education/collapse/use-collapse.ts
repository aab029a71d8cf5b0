import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PyramidLevel } from '@backend/pyramid/pyramid.schema';
import { pyramidBelow } from '@/config/paths';
import { requestJson } from '@/lib/api';
import { count, listOf, objectOf } from '@/lib/check';
import type { Shown } from './collapse-canvas';
import { playCollapse } from './play';
import { addressOf, wagerIn, type Wager } from './wager';

const USUAL_PITCH: Wager = { each: 5, oneIn: 10, bet: 10, seed: 0, founded: [] };

/** What is read of a visitor's own pyramid. */
const countsAnswer = objectOf(
  { levels: listOf(objectOf<Pick<PyramidLevel, 'recruits'>>({ recruits: count }, {})) },
  {},
);

/** A wager, what comes of it, and what is shown of that: first those of the page's address, where it names one. */
export function useCollapse() {
  const [linked] = useState(() => wagerIn(window.location.search));
  const [wager, setWager] = useState(linked ?? USUAL_PITCH);
  const [shown, setShown] = useState<Shown>(() => (linked ? firstShown() : 'plan'));
  const [failure, setFailure] = useState<string | null>(null);
  const collapse = useMemo(() => playCollapse(wager), [wager]);
  const figure = useRef<HTMLElement>(null);
  /** How many things were asked for, leaving included: what is read for an earlier one comes too late. */
  const choices = useRef(0);
  const finish = useCallback(() => setShown('fallen'), []);

  useEffect(() => {
    if (linked) figure.current?.scrollIntoView({ block: 'center' });
  }, [linked]);

  useEffect(() => () => void (choices.current += 1), []);

  function found(founded: readonly number[]): void {
    choices.current += 1;
    const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
    const next = { ...wager, seed, founded };
    history.replaceState(history.state, '', addressOf(next, window.location.href));
    setFailure(null);
    setWager(next);
    setShown(firstShown());
    figure.current?.scrollIntoView({ block: 'nearest' });
  }

  async function carryOn(owner: string): Promise<void> {
    const choice = (choices.current += 1);
    const pyramid = await requestJson(pyramidBelow(owner), countsAnswer).catch(() => null);
    if (choices.current !== choice) return;
    if (pyramid === null) {
      setFailure(
        'Your pyramid could not be read. It has not fallen; we have only lost sight of it.',
      );
    } else if (pyramid.levels.length === 0) {
      setFailure('Yours has nobody in it. It is the soundest pyramid on this site.');
    } else {
      found(pyramid.levels.map(({ recruits }) => recruits));
    }
  }

  function changeTerms(terms: Partial<Wager>): void {
    choices.current += 1;
    setWager({ ...wager, ...terms });
    setShown('plan');
  }

  return { wager, collapse, shown, failure, figure, found, carryOn, changeTerms, finish };
}

function firstShown(): Shown {
  return prefersStills() ? 'fallen' : 'playing';
}

export function prefersStills(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
