import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { dayAt, playCollapse, termsOfDay } from './collapse';
import { useInterval } from '@/lib/use-interval';
import { placeBet, placedBets } from './bet-history';
import type { Shown } from './collapse-canvas';
import { betIn, type DailyBet } from './daily-bet';
import { offBy } from './verdict';

const DAY_CHECK_MS = 10_000;

const INITIAL_BET = 20;

interface Game extends DailyBet {
  readonly shown: Shown;
}

function gameOf(day: number): Game {
  const placed = placedBets().find((each) => each.day === day);
  return { day, bet: placed?.bet ?? INITIAL_BET, shown: placed ? 'fallen' : 'plan' };
}

export function useCollapse() {
  const [linked] = useState(() => betIn(window.location.search));
  const [today, setToday] = useState(() => dayAt(Date.now()));
  const [game, setGame] = useState(() => gameOf(today));
  const { day, bet } = game;
  const terms = useMemo(() => termsOfDay(day), [day]);
  const collapse = useMemo(() => playCollapse(terms), [terms]);
  const figure = useRef<HTMLElement>(null);
  const finish = useCallback(() => setGame((now) => ({ ...now, shown: 'fallen' })), []);
  useInterval(() => setToday(dayAt(Date.now())), DAY_CHECK_MS);

  useEffect(() => {
    if (linked) figure.current?.scrollIntoView({ block: 'center' });
  }, [linked]);

  function show(next: Game): void {
    setGame(next);
    figure.current?.scrollIntoView({ block: 'nearest' });
  }

  /** Places the bet. If another tab has already stored a bet for this day, that bet counts instead. */
  function place(): void {
    const placed = placeBet({ day, bet, off: offBy(collapse, bet) });
    show({ day, bet: placed.bet, shown: prefersStills() ? 'fallen' : 'playing' });
  }

  return {
    ...game,
    terms,
    collapse,
    linked,
    today,
    figure,
    setBet: (next: number) => setGame({ ...game, bet: next }),
    place,
    openToday: () => show(gameOf(dayAt(Date.now()))),
    finish,
  };
}

export function prefersStills(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
