import type { PlayedCollapse } from '@backend/shared/collapse';
import { Button } from '@/components/ui/button';
import { useSettings } from '@/config/settings';
import { CollapseCanvas } from './collapse-canvas';
import { CopyResult } from './copy-result';
import { DailyPlay, SharedBet } from './daily-play';
import { BetHistory } from './bet-history-list';
import { FreePlay } from './free-play';
import { BESIDE } from './layout';
import { LevelTable } from './level-table';
import { Populations } from './populations-list';
import { prefersStills, useCollapse } from './use-collapse';
import { betText, lostText, offBy, recruitsText, resultRow, verdictOn } from './verdict';
import { collapseLink } from './wager';

export interface CollapseGameProps {
  /** The visitor's wallet, or null. */
  readonly wallet: string | null;
  /** Returns the wallet whose link brought the visitor, or null. */
  readonly findReferrer: () => string | null;
}

/** The pyramid of the day with one bet, then free play. */
export function CollapseGame({ wallet, findReferrer }: CollapseGameProps) {
  const { publicOrigin } = useSettings();
  const { figure, ...game } = useCollapse();
  const { day, today, wager, whose, shown, collapse, sharedBet, finish } = game;
  const isOver = shown === 'fallen';
  const link = collapseLink(
    day === null ? wager : { day, bet: wager.bet },
    publicOrigin,
    wallet ?? findReferrer(),
  );
  const row = day === null ? null : resultRow(day, offBy(collapse, wager.bet));

  return (
    <>
      <div className={BESIDE}>
        <figure
          ref={figure}
          className="relative scroll-mt-16 overflow-hidden rounded-lg border border-line bg-night forced-color-adjust-none"
        >
          {isOver && prefersStills() ? (
            <CollapseCanvas wager={wager} collapse={collapse} shown="standing" onOver={finish} />
          ) : null}
          <div className="relative">
            <CollapseCanvas wager={wager} collapse={collapse} shown={shown} onOver={finish} />
            {isOver ? <Headline collapse={collapse} /> : null}
          </div>
        </figure>
        <div>
          {shown === 'playing' ? (
            <Button variant="outline" className="mb-5 max-sm:w-full" onClick={finish}>
              Skip to the End
            </Button>
          ) : null}
          {day !== null && sharedBet ? (
            <SharedBet shared={sharedBet} day={day} today={today} isOver={isOver} />
          ) : null}
          <p role="status" className="max-w-text text-lg leading-snug">
            {isOver ? betText(collapse, wager.bet, whose) : null}
          </p>
          {isOver ? <CopyResult row={row} link={link} /> : null}
          <p role="status" className="mt-4 max-w-text text-stone empty:mt-0">
            {isOver ? verdictOn(collapse) : null}
          </p>
          {day !== null && shown === 'plan' ? (
            <DailyPlay
              day={day}
              wager={wager}
              onBet={(bet) => game.changeTerms({ bet })}
              onPlace={() => game.placeDaily(day)}
            />
          ) : null}
          {day !== null && isOver ? <BetHistory today={today} /> : null}
          {day === null && shown !== 'playing' ? (
            <FreePlay
              wager={wager}
              isOver={isOver}
              onChange={game.changeTerms}
              onStart={() => game.startFree([])}
            />
          ) : null}
          {shown === 'playing' ? null : (
            <div className="mt-4 flex flex-wrap gap-3 max-sm:*:w-full">
              {day !== null && isOver ? (
                <Button variant="outline" onClick={game.openFree}>
                  Start Another
                </Button>
              ) : null}
              {wallet !== null && (isOver || day === null) ? (
                <Button variant="outline" onClick={() => void game.carryOn(wallet)}>
                  Carry On with Mine
                </Button>
              ) : null}
              {day === today ? null : (
                <Button variant="outline" onClick={game.openToday}>
                  {`Bet on Today's, #${today}`}
                </Button>
              )}
            </div>
          )}
          <p role="status" className="mt-3 text-ember">
            {game.failure}
          </p>
        </div>
      </div>
      {isOver ? (
        <div className="mt-8 space-y-6">
          <Populations each={wager.each} title="And if nobody ever said no" />
          <LevelTable levels={collapse.levels} />
        </div>
      ) : null}
    </>
  );
}

/** The result on top of the picture. Hidden from screen readers, since the text beside it says the same. */
function Headline({ collapse }: { readonly collapse: PlayedCollapse }) {
  const { endsOn, everybodyAsked, recruits } = collapse;
  return (
    <p
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-4 top-[23%] animate-arrive text-center leading-tight"
    >
      <span className="block text-sm text-sand sm:text-base">
        {`${everybodyAsked ? 'Earth ran out' : 'It ended'} on level ${endsOn}`}
      </span>
      <span className="block font-display text-title text-ember">
        {recruits === 0 ? 'Nobody' : recruitsText(collapse)}
      </span>
      <span className="block text-sm text-sand sm:text-base">
        {recruits === 0
          ? 'joined, and nobody lost anything'
          : `joined, and ${lostText(collapse)} of them paid for the rest`}
      </span>
    </p>
  );
}
