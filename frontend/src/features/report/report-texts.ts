import type { Report, ReportWeek } from '@backend/report/report.schema';
import { formatCount, plural } from '@/lib/format';

export interface Share {
  readonly part: number;
  readonly of: number;
}

/**
 * Returns a share in whole people. If `whole` exceeds 100, the share is of 100 people: 0 only for nobody, and 100 only
 * for everybody.
 */
export function shareOf(part: number, whole: number): Share {
  if (whole <= 100) return { part, of: whole };
  const rounded = Math.round((100 * part) / whole);
  const [least, most] = [part === 0 ? 0 : 1, part === whole ? 100 : 99];
  return { part: Math.min(Math.max(rounded, least), most), of: 100 };
}

const shareText = ({ part, of }: Share): string => `${part} of ${of}`;

/** Formats a part in per cent. Only nothing is 0%, and only everything is 100%. */
export function percentText(part: number, whole: number): string {
  if (whole === 0) return '0%';
  const per = (100 * part) / whole;
  if (per > 0 && per < 1) return 'less than 1%';
  return per < 100 && per > 99 ? 'more than 99%' : `${Math.round(per)}%`;
}

export function coinsText(coins: number): string {
  return coins === 1 ? '1 coin' : `${coins.toLocaleString('en-US')} coins`;
}

export type Trend = 'growing' | 'flat' | 'shrinking' | 'new' | 'none';

/**
 * Returns the proven recruits of this week (`current`), of the four weeks before it (`recent`) and of the four weeks
 * before those (`before`), with the trend.
 */
export function growthOf(weeks: readonly ReportWeek[]) {
  const provenIn = (part: readonly ReportWeek[]): number =>
    part.reduce((sum, { proven }) => sum + proven, 0);
  const [before, recent] = [provenIn(weeks.slice(-9, -5)), provenIn(weeks.slice(-5, -1))];
  const current = provenIn(weeks.slice(-1));
  return { before, recent, current, trend: trendOf(before, recent, current) };
}

function trendOf(before: number, recent: number, current: number): Trend {
  if (before + recent === 0) return current === 0 ? 'none' : 'new';
  if (recent > 1.1 * before) return 'growing';
  return recent < 0.9 * before ? 'shrinking' : 'flat';
}

export const topTenth = (wallets: number): number => Math.ceil(wallets / 10);

export function peopleOf({ levels }: Pick<Report, 'levels'>) {
  return {
    people: levels.reduce((sum, { wallets }) => sum + wallets, 0),
    recruitedNobody: levels.reduce((sum, level) => sum + level.recruitedNobody, 0),
  };
}

const isConcentrated = ({ points }: Report): boolean => 2 * points.topTenPercent > points.total;

/** The message of a chart: a figure or "Nobody", followed by one or two lines. */
export interface Statement {
  readonly figure: string;
  readonly lines: readonly string[];
}

export const sentenceOf = ({ figure, lines }: Statement): string => [figure, ...lines].join(' ');

export function findingsOf(report: Report) {
  return {
    payout: payoutFinding(report.payout),
    shape: shapeFinding(report),
    points: pointsFinding(report.points),
    growth: growthFinding(report.weeks),
  };
}

const WEEK_MS = 7 * 86_400_000;

/** Returns the finding whose turn it is in the report's current week. */
export function findingOfWeek(report: Report): Statement {
  const { payout, ...others } = findingsOf(report);
  const findings = [payout, ...Object.values(others)];
  const weeks = Math.floor(Date.parse(report.weeks.at(-1)?.begins ?? report.at) / WEEK_MS);
  return findings[weeks % findings.length] ?? payout;
}

const nobody = (rest: string): Statement => ({ figure: 'Nobody', lines: [rest] });

function growthFinding(weeks: readonly ReportWeek[]): Statement {
  const { before, recent, current, trend } = growthOf(weeks);
  if (trend === 'none') return nobody('has been recruited lately.');
  const isNew = trend === 'new';
  const figure = plural(isNew ? current : recent, 'recruit');
  if (isNew) return { figure, lines: ['this week, and none', 'in the eight before it.'] };
  if (before === 0) return { figure, lines: ['in four weeks,', 'after none in the four before.'] };
  const compared = { growing: 'up from', shrinking: 'down from', flat: 'after' }[trend];
  return { figure, lines: [`in four weeks, ${compared} ${formatCount(before)}.`] };
}

function shapeFinding(report: Report): Statement {
  const { people, recruitedNobody } = peopleOf(report);
  if (people === 0) return nobody('stands above anybody.');
  return {
    figure: shareText(shareOf(recruitedNobody, people)),
    lines: ['recruited nobody.', 'They were promised the same.'],
  };
}

function pointsFinding({ wallets, total, topTenPercent }: Report['points']): Statement {
  if (total === 0) return nobody('holds a single point.');
  const top = topTenth(wallets);
  return {
    figure: percentText(topTenPercent, total),
    lines: ['of all points are held', `by ${formatCount(top)} of ${plural(wallets, 'wallet')}.`],
  };
}

function payoutFinding({ paid, lost, most }: Report['payout']): Statement {
  if (paid === 0) return nobody('would have lost anything.');
  return {
    figure: shareText(shareOf(lost, paid)),
    lines: ['would have lost money.', `The one on top would have ${coinsText(most)}.`],
  };
}

export function readingsOf(report: Report): Record<keyof ReturnType<typeof findingsOf>, string> {
  return {
    growth: READINGS_OF_GROWTH[growthOf(report.weeks).trend],
    shape:
      report.levels.length === 0
        ? 'A pyramid without a base is the lightest structure known to engineering.'
        : 'The base carries us. In return, it gets to look up.',
    points:
      report.points.total === 0
        ? 'Perfect equality, at last. We are working on it.'
        : isConcentrated(report)
          ? 'Wealth trickles down. Ours is resting.'
          : 'Points are spread rather evenly. We are looking into it.',
    payout:
      report.payout.paid === 0
        ? 'A perfect record. I recommend to stop here.'
        : 'The model works. It does not say for whom.',
  };
}

const READINGS_OF_GROWTH: Readonly<Record<Trend, string>> = {
  growing: 'At this rate we reach everybody, after which the rate is their problem.',
  flat: 'A plateau is only a pyramid that has been listened to.',
  shrinking: 'We are not shrinking. We are approaching the apex from the other side.',
  new: 'Growth since last week is infinite. I have asked for nothing else to be reported.',
  none: 'Growth cannot disappoint where there is none.',
};

export function letterOf(report: Report): readonly string[] {
  const { people, recruitedNobody } = peopleOf(report);
  const { paid, lost } = report.payout;
  if (people === 0) {
    return [
      'There is nobody in the pyramid, which makes this letter both easy to write and hard to deliver.',
      'Revenue, proven recruits and regret stand at zero, in line with our guidance.',
      'The pyramid consists of its capstone, and I am told that this is the best part.',
      'I look forward to having less and less to report.',
    ];
  }
  const { points } = report;
  return [
    openingOf(growthOf(report.weeks)),
    `The plan has everybody recruit five; ${shareText(shareOf(recruitedNobody, people))} of you recruited nobody, a case that it does not mention.`,
    isConcentrated(report)
      ? `A tenth of you holds ${percentText(points.topTenPercent, points.total)} of all points, so ownership remains with those who came first.`
      : `A tenth of you holds only ${percentText(points.topTenPercent, points.total)} of all points, a failure of leadership for which I forgive myself.`,
    `Had this been about money, ${shareText(shareOf(lost, paid))} would have lost some, which elsewhere is called an opportunity.`,
  ];
}

function openingOf({ recent, current, trend }: ReturnType<typeof growthOf>): string {
  const inFourWeeks = `We recruited ${formatCount(recent)} in four weeks`;
  return {
    growing: `${inFourWeeks}, more than in the four before, which I attribute to strategy.`,
    flat: `${inFourWeeks}, about as many as in the four before, which I attribute to stability.`,
    shrinking: `${inFourWeeks}, fewer than in the four before, which I attribute to the weather.`,
    new: `We recruited ${formatCount(current)} this week, and nobody in the eight before, which I attribute to strategy.`,
    none: 'We recruited nobody of late, which I attribute to having recruited everybody.',
  }[trend];
}

export function shareTextOf(report: Report): string {
  return `${sentenceOf(findingsOf(report).payout)} A pyramid scheme that admits it publishes its numbers. A parody, and nobody paid anything.`;
}
