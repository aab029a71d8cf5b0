import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PyramidLevel } from '@backend/pyramid/pyramid.schema';
import { dayAt, DEFAULT_TERMS, playCollapse, termsOfDay } from '@backend/shared/collapse';
import { pyramidBelow } from '@/config/paths';
import { requestJson } from '@/lib/api';
import { count, listOf, objectOf } from '@/lib/check';
import { useInterval } from '@/lib/use-interval';
import { placeBet, placedBets } from './bet-history';
import type { Shown } from './collapse-canvas';
import { offBy, type Whose } from './verdict';
import { collapseIn, type Wager } from './wager';

/** How often an open page checks for a new day, in ms. */
const LOOK_MS = 10_000;

/** The initial bet of a day. */
const FIRST_BET = 20;

/** The initial terms and bet of free play. */
const FREE_PLAY = { ...DEFAULT_TERMS, bet: 10 };

/** The fields that the game reads from a pyramid's answer. */
const countsAnswer = objectOf(
  { levels: listOf(objectOf<Pick<PyramidLevel, 'recruits'>>({ recruits: count }, {})) },
  {},
);

interface Game {
  /** The day of the collapse; null in free play. */
  readonly day: number | null;
  readonly wager: Wager;
  readonly whose: Whose;
  readonly shown: Shown;
}

/** Returns the collapse of a day, with the bet that this browser has placed. */
function gameOf(day: number): Game {
  const placed = placedBets().find((each) => each.day === day);
  const wager = { ...termsOfDay(day), bet: placed?.bet ?? FIRST_BET };
  return { day, wager, whose: 'You', shown: placed ? 'fallen' : 'plan' };
}

function firstGame(today: number, linked: ReturnType<typeof collapseIn>): Game {
  return linked && 'seed' in linked
    ? { day: null, wager: linked, whose: 'They', shown: firstShown() }
    : gameOf(today);
}

/** Returns the state of the game. It starts with the collapse of the opened link, or with today's. */
export function useCollapse() {
  const [linked] = useState(() => collapseIn(window.location.search));
  const [today, setToday] = useState(() => dayAt(Date.now()));
  const [game, setGame] = useState(() => firstGame(today, linked));
  const [failure, setFailure] = useState<string | null>(null);
  const { wager } = game;
  const collapse = useMemo(() => playCollapse(wager), [wager]);
  const figure = useRef<HTMLElement>(null);
  /** Number of the visitor's latest choice. Answers to requests for earlier choices are ignored. */
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

  /** Places the bet on the day on screen. If another tab has already placed one on this day, that one counts. */
  function placeDaily(day: number): void {
    const { bet } = placeBet({ day, bet: wager.bet, off: offBy(collapse, wager.bet) });
    show({ ...game, wager: { ...wager, bet }, shown: firstShown() });
  }

  function startFree(founded: readonly number[]): void {
    const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
    const terms = game.day === null ? wager : FREE_PLAY;
    show({ day: null, wager: { ...terms, seed, founded }, whose: 'You', shown: firstShown() });
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
    /** The bet in the opened link; null unless the link shares a day's collapse. */
    sharedBet: linked && 'day' in linked ? linked : null,
    today,
    collapse,
    failure,
    figure,
    placeDaily,
    openToday: () => show(gameOf(dayAt(Date.now()))),
    /** Shows the sliders of free play, before a pyramid is started. */
    openFree: () =>
      show({ day: null, wager: { ...FREE_PLAY, seed: 0 }, whose: 'You', shown: 'plan' }),
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
