import { renderToStaticMarkup } from 'react-dom/server.edge';
import { termsOfDay } from '@/features/education/collapse/collapse';
import type { Report } from '@backend/report/report.schema';
import type { CardFacts, LinkTexts, Renderer } from '@backend/site/page';
import { Avatar } from '@/components/art/avatar';
import { betFrom } from '@/features/education/collapse/daily-bet';
import { findingOfWeek } from '@/features/report/report-texts';
import { LEVELS, standingOf } from '@/features/levels/levels';
import { titleOf } from '@/lib/avatar';
import { formatCount, formatDay, plural, shortenAddress } from '@/lib/format';
import { Card, Line, MARGIN, Paint } from './card';

/** Renders the card of a wallet, the report or a day's collapse; for null or an impossible bet, the site's card. */
export const renderCard: Renderer['renderCard'] = (facts) => {
  if (facts && 'wallet' in facts) return renderToStaticMarkup(<Certificate {...facts} />);
  if (facts && 'report' in facts) return renderToStaticMarkup(<ReportCard {...facts} />);
  const shared = facts && betFrom(facts.collapse);
  return renderToStaticMarkup(shared ? <DailyCard day={shared.day} /> : <SiteCard />);
};

/** Shows the level that the recruits alone would reach, because a card does not know how many shares a wallet holds. */
function Certificate({ wallet, provenRecruits, rank }: CardFacts) {
  const { level } = standingOf({ shares: Infinity, provenRecruits });
  const floors = LEVELS.indexOf(level) + 1;
  return (
    <Card paint={<Paint from={1 - floors / LEVELS.length} to={1} colour="gold" />}>
      <Line y={181} size={27} colour="stone">
        Certificate of participation, issued to
      </Line>
      <Avatar wallet={wallet} x={MARGIN} y="206" width="52" height="43" />
      <Line x={146} y={248} size={56} font="Geist Medium" colour="gold-bright">
        {shortenAddress(wallet)}
      </Line>
      <Line y={313} size={27} colour="stone">
        {`${titleOf(wallet)} and, as far as recruits go, a`}
      </Line>
      <Line x={73} y={402} size={92} font="Instrument Serif">
        {level.name}
      </Line>
      <Line y={504} size={31}>
        {record(provenRecruits, rank)}
      </Line>
      <Line y={567} size={24} colour="stone">
        Shares were not examined, out of respect.
      </Line>
    </Card>
  );
}

function record(provenRecruits: number, rank: number | null): string {
  const place = rank === null ? 'unranked' : `ranked ${formatCount(rank)}`;
  return `${plural(provenRecruits, 'proven recruit')}, ${place}`;
}

const TITLE = ['The AI-run', 'pyramid scheme', 'that admits it.'];

function SiteCard() {
  return (
    <Card>
      <Line y={257} size={100} font="Instrument Serif">
        {TITLE.map((line, index) => (
          <tspan key={line} x={MARGIN} dy={index === 0 ? 0 : 95}>
            {line}
          </tspan>
        ))}
      </Line>
      <Line y={566} size={27} colour="stone">
        Nothing is for sale. The exit is where you came in.
      </Line>
    </Card>
  );
}

function DailyCard({ day }: { readonly day: number }) {
  return (
    <Card>
      <Line y={181} size={27} colour="stone">
        The Daily Collapse
      </Line>
      <Line x={73} y={277} size={92} font="Instrument Serif" colour="gold-bright">
        {`Pyramidion #${day}`}
      </Line>
      <Line y={352} size={31}>
        {planText(day)}
      </Line>
      <Line y={462} size={44} font="Instrument Serif">
        On which level does
      </Line>
      <Line y={512} size={44} font="Instrument Serif">
        Earth run out of people?
      </Line>
      <Line y={567} size={24} colour="stone">
        One bet a day. Nothing can be won.
      </Line>
    </Card>
  );
}

function planText(day: number): string {
  const { each, oneIn } = termsOfDay(day);
  return `${each} recruits each, and 1 in ${oneIn} says yes.`;
}

/** The ember-coloured fraction of the body's height is the share of recruits who would have lost money. */
function ReportCard({ report }: { readonly report: Report }) {
  const { figure, lines } = findingOfWeek(report);
  const { paid, lost } = report.payout;
  return (
    <Card
      paint={
        paid === 0 ? null : (
          <>
            <Paint from={0} to={1 - lost / paid} colour="gold" />
            <Paint from={1 - lost / paid} to={1} colour="ember" />
          </>
        )
      }
    >
      <Line y={181} size={27} colour="stone">
        {`Shareholder Report, ${formatDay(new Date(report.at))}`}
      </Line>
      <Line x={73} y={290} size={100} font="Instrument Serif" colour="ember">
        {figure}
      </Line>
      {lines.map((line, index) => (
        <Line key={line} y={358 + index * 38} size={28}>
          {line}
        </Line>
      ))}
      <Line y={567} size={24} colour="stone">
        Nobody paid anything. That is the difference.
      </Line>
    </Card>
  );
}

/** Returns the texts for previews of a link with a bet; null if there is no possible bet. */
export const collapseLinkTexts: Renderer['collapseLinkTexts'] = (text) => {
  const shared = betFrom(text);
  return (
    shared && {
      title: `Pyramidion #${shared.day}: when does Earth run out? (parody)`,
      description: `${planText(shared.day)} On which level is there nobody left to ask? One bet a day, and nothing can be won.`,
    }
  );
};

export function referralLinkTexts(wallet: string): LinkTexts {
  return {
    title: `${shortenAddress(wallet)} would like to recruit you (parody)`,
    description:
      'A pyramid scheme that admits it. It never asks for money, a transaction or a seed phrase, so you can only lose your friends.',
  };
}
