import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PyramidLevel } from '@backend/pyramid/pyramid.schema';
import { dayAt, DEFAULT_TERMS, playCollapse, termsOfDay } from '@backend/shared/collapse';
import { pyramidBelow } from '@/config/paths';
import { requestJson } from '@/lib/api';
import { count, listOf, objectOf } from '@/lib/check';
import { useInterval } from '@/lib/use-interval';
import { placeBet, placedBets } from './bet-history';
import type { Shown } from './collapse-canvas';
import type { Whose } from './verdict';
import { collapseIn, type Wager } from './wager';

/** How often an open page looks whether a new day has begun, in ms. */
const LOOK_MS = 10_000;

/** Where the slider of a bet stands at first. */
const FIRST_BET = { daily: 20, free: 10 };

/** What is read of a visitor's own pyramid. */
const countsAnswer = objectOf(
  { levels: listOf(objectOf<Pick<PyramidLevel, 'recruits'>>({ recruits: count }, {})) },
  {},
);

interface Game {
  /** The day whose collapse it is; null in free play. */
  readonly day: number | null;
  readonly wager: Wager;
  readonly whose: Whose;
  readonly shown: Shown;
}

/** Today's collapse, with the bet that this browser has placed. */
function gameOf(day: number): Game {
  const placed = placedBets().find((each) => each.day === day);
  const wager = { ...termsOfDay(day), bet: placed?.bet ?? FIRST_BET.daily };
  return { day, wager, whose: 'You', shown: placed ? 'fallen' : 'plan' };
}

function firstGame(today: number, linked: ReturnType<typeof collapseIn>): Game {
  return linked && 'seed' in linked
    ? { day: null, wager: linked, whose: 'They', shown: firstShown() }
    : gameOf(today);
}

/** The game on the page: at first that of the link which opened it, else today's. */
export function useCollapse() {
  const [linked] = useState(() => collapseIn(window.location.search));
  const [today, setToday] = useState(() => dayAt(Date.now()));
  const [game, setGame] = useState(() => firstGame(today, linked));
  const [failure, setFailure] = useState<string | null>(null);
  const { wager } = game;
  const collapse = useMemo(() => playCollapse(wager), [wager]);
  const figure = useRef<HTMLElement>(null);
  /** Counts choices, leaving included: an answer that was requested for an earlier choice is ignored. */
  const choices = useRef(0);
  const finish = useCallback(() => setGame((now) => ({ ...now, shown: 'fallen' })), []);
  useInterval(() => setToday(dayAt(Date.now())), LOOK_MS);

  useEffect(() => {
    if (linked) figure.current?.scrollIntoView({ block: 'center' });
  }, [linked]);

  useEffect(() => () => void (choices.current += 1), []);

  function show(next: Game): void {
    choices.current += 1;
    setFailure(null);
    setGame(next);
    figure.current?.scrollIntoView({ block: 'nearest' });
  }

  /** Places the bet on the day that is shown, unless another tab has placed one. */
  function placeDaily(day: number): void {
    const off = Math.abs(wager.bet - collapse.endsOn);
    const { bet } = placeBet({ day, bet: wager.bet, off });
    show({ ...game, wager: { ...wager, bet }, shown: firstShown() });
  }

  function startFree(founded: readonly number[]): void {
    const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
    const terms = game.day === null ? wager : { ...DEFAULT_TERMS, bet: FIRST_BET.free };
    const next = { ...terms, seed, founded };
    show({ day: null, wager: next, whose: 'You', shown: firstShown() });
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
      startFree(pyramid.levels.map(({ recruits }) => recruits));
    }
  }

  return {
    ...game,
    /** The bet of the link that opened the page, on the collapse of a day. */
    sharedBet: linked && 'day' in linked ? linked : null,
    today,
    collapse,
    failure,
    figure,
    placeDaily,
    openToday: () => show(gameOf(dayAt(Date.now()))),
    /** Opens free play before anything is founded, with its sliders. */
    openFree: () =>
      show({
        day: null,
        wager: { ...DEFAULT_TERMS, seed: 0, bet: FIRST_BET.free },
        whose: 'You',
        shown: 'plan',
      }),
    startFree,
    carryOn,
    changeTerms(terms: Partial<Wager>): void {
      choices.current += 1;
      setGame({ ...game, wager: { ...wager, ...terms }, whose: 'You', shown: 'plan' });
    },
    finish,
  };
}

function firstShown(): Shown {
  return prefersStills() ? 'fallen' : 'playing';
}

export function prefersStills(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
