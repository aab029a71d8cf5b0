import { Link } from 'react-router-dom';
import type { PlayedCollapse } from './collapse';
import { CopyButton } from '@/components/copy';
import { SameInNumbers } from '@/components/number-table';
import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';
import { useSettings } from '@/config/settings';
import { CollapseCanvas } from './collapse-canvas';
import { betLink } from './daily-bet';
import { DailyPlay, DayTerms, SharedBet } from './daily-play';
import { BetHistory } from './bet-history-list';
import { BESIDE } from './layout';
import { Populations } from './populations-list';
import { prefersStills, useCollapse } from './use-collapse';
import { betText, lostText, offBy, recruitsText, resultRow, verdictOn } from './verdict';

export interface CollapseGameProps {
  readonly wallet: string | null;
  /** Called if no wallet is connected. Returns the referrer to name in the shared link, or null. */
  readonly findReferrer: () => string | null;
}

export function CollapseGame({ wallet, findReferrer }: CollapseGameProps) {
  const { publicOrigin } = useSettings();
  const { figure, ...game } = useCollapse();
  const { day, today, bet, terms, shown, collapse, linked, finish } = game;
  const isOver = shown === 'fallen';
  const picture = { terms, collapse, bet, onOver: finish };
  const link = betLink({ day, bet }, publicOrigin, wallet ?? findReferrer());
  const row = resultRow(day, offBy(collapse, bet));

  return (
    <>
      <div className={BESIDE}>
        <figure
          ref={figure}
          className="relative scroll-mt-16 overflow-hidden rounded-lg border border-line bg-night forced-color-adjust-none"
        >
          {isOver && prefersStills() ? <CollapseCanvas {...picture} shown="standing" /> : null}
          <div className="relative">
            <CollapseCanvas {...picture} shown={shown} />
            {isOver ? <Headline collapse={collapse} /> : null}
          </div>
        </figure>
        <div>
          {linked ? <SharedBet shared={linked} day={day} today={today} isOver={isOver} /> : null}
          {isOver ? null : <DayTerms day={day} terms={terms} />}
          {shown === 'playing' ? (
            <>
              <p className="mb-4 text-gold-bright">{`Your bet: level ${bet}.`}</p>
              <Button variant="outline" className="max-sm:w-full" onClick={finish}>
                Skip to the End
              </Button>
            </>
          ) : null}
          <p role="status" className="max-w-text text-lg leading-snug">
            {isOver ? betText(collapse, bet) : null}
          </p>
          {isOver ? (
            <>
              <div className="mt-4 rounded-lg border border-line bg-dune p-4">
                <p className="mb-3 font-medium">{row}</p>
                <CopyButton what="result" text={`${row} ${link}`} className="max-sm:w-full">
                  Copy Your Result
                </CopyButton>
              </div>
              <Button asChild variant="link" size="sm" className="mt-2">
                <Link to={paths.report}>Ours has not ended so far: see its numbers</Link>
              </Button>
            </>
          ) : null}
          <p role="status" className="mt-4 max-w-text text-stone empty:mt-0">
            {isOver ? verdictOn(collapse) : null}
          </p>
          {shown === 'plan' ? (
            <DailyPlay bet={bet} onBet={game.setBet} onPlace={game.place} />
          ) : null}
          {isOver ? <BetHistory today={today} /> : null}
          {shown === 'playing' || day === today ? null : (
            <Button variant="outline" className="mt-4 max-sm:w-full" onClick={game.openToday}>
              {`Bet on Today's, #${today}`}
            </Button>
          )}
        </div>
      </div>
      {isOver ? (
        <div className="mt-8 flex flex-col gap-6">
          <Populations each={terms.each} title="And if nobody ever said no" />
          <SameInNumbers
            caption="Recruits on each level"
            columns={['Level', 'Joining', 'Recruited by then']}
            rows={collapse.levels.map(({ level, joining, total }) => [`${level}`, joining, total])}
          />
        </div>
      ) : null}
    </>
  );
}

/** Hidden from screen readers, because {@link verdictOn} says the same. */
function Headline({ collapse }: { readonly collapse: PlayedCollapse }) {
  return (
    <p
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-4 top-[23%] animate-arrive text-center leading-tight"
    >
      <span className="block text-sm text-sand sm:text-base">
        {`Earth ran out on level ${collapse.endsOn}`}
      </span>
      <span className="block font-display text-title text-ember">{recruitsText(collapse)}</span>
      <span className="block text-sm text-sand sm:text-base">
        {`joined, and ${lostText(collapse)} of them paid for the rest`}
      </span>
    </p>
  );
}
