import { describe, expect, it } from '@jest/globals';
import type { Report } from '@backend/report/report.schema';
import {
  findingOfWeek,
  findingsOf,
  growthOf,
  letterOf,
  percentText,
  readingsOf,
  sentenceOf,
  shareOf,
  shareTextOf,
} from './report-texts';

const WEEK_MS = 7 * 86_400_000;

/** Returns a report with these numbers of proven recruits a week, the current week last. */
function reportOf(proven: readonly number[], rest: Partial<Report> = {}): Report {
  const padded = [...Array.from({ length: 13 - proven.length }, () => 0), ...proven];
  return {
    at: '2026-11-26T12:00:00.000Z',
    wallets: 400,
    claimed: 12,
    weeks: padded.map((each, index) => ({
      begins: new Date(Date.UTC(2026, 10, 23) - (12 - index) * WEEK_MS).toISOString().slice(0, 10),
      wallets: each + 1,
      proven: each,
      claimed: 0,
    })),
    levels: [
      { wallets: 2, recruitedNobody: 0 },
      { wallets: 310, recruitedNobody: 222 },
    ],
    points: { wallets: 312, total: 1_000_000, topPercent: 380_000, topTenPercent: 830_000 },
    payout: { paid: 310, lost: 242, most: 41.5 },
    ...rest,
  };
}

const EMPTY: Partial<Report> = {
  wallets: 0,
  claimed: 0,
  levels: [],
  points: { wallets: 0, total: 0, topPercent: 0, topTenPercent: 0 },
  payout: { paid: 0, lost: 0, most: 0 },
};

const titlesOf = (report: Report) => {
  const { payout, shape, points, growth } = findingsOf(report);
  return [growth, shape, points, payout].map(sentenceOf);
};

describe('the findings', () => {
  it('state the numbers of a large pyramid', () => {
    expect(titlesOf(reportOf([30, 30, 30, 30, 50, 50, 50, 64, 9]))).toEqual([
      '214 recruits in four weeks, up from 120.',
      '71 of 100 recruited nobody. They were promised the same.',
      '83% of all points are held by 32 of 312 wallets.',
      '78 of 100 would have lost money. The one on top would have 41.5 coins.',
    ]);
  });

  it('say “3 of 6”, not “50 of 100”, if there are few people', () => {
    const few = reportOf([5], {
      levels: [
        { wallets: 1, recruitedNobody: 0 },
        { wallets: 5, recruitedNobody: 3 },
      ],
      points: { wallets: 6, total: 5_000, topPercent: 2_000, topTenPercent: 2_000 },
      payout: { paid: 5, lost: 4, most: 3.25 },
    });
    expect(titlesOf(few)).toEqual([
      '5 recruits this week, and none in the eight before it.',
      '3 of 6 recruited nobody. They were promised the same.',
      '40% of all points are held by 1 of 6 wallets.',
      '4 of 5 would have lost money. The one on top would have 3.25 coins.',
    ]);
  });

  it('count only the weeks that they compare, since earlier weeks may have had recruits', () => {
    const old = [5, 0, 0, 0];
    const growth = [
      [...old, 0, 0, 0, 0, 0, 0, 0, 0, 1],
      [...old, 0, 0, 0, 0, 0, 0, 0, 3, 0],
      [...old, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ].map((weeks) => titlesOf(reportOf(weeks))[0]);
    expect(growth).toEqual([
      '1 recruit this week, and none in the eight before it.',
      '3 recruits in four weeks, after none in the four before.',
      'Nobody has been recruited lately.',
    ]);
  });

  it('each begin with “Nobody” if nobody has been recruited', () => {
    expect(titlesOf(reportOf([], EMPTY))).toEqual([
      'Nobody has been recruited lately.',
      'Nobody stands above anybody.',
      'Nobody holds a single point.',
      'Nobody would have lost anything.',
    ]);
  });

  it('take turns on the card, one a week', () => {
    const figures = Array.from({ length: 4 }, (_, weeks) => {
      const report = reportOf([1, 1, 1, 1, 1]);
      const begins = new Date(Date.UTC(2026, 10, 23) + weeks * WEEK_MS).toISOString();
      return findingOfWeek({ ...report, weeks: report.weeks.map((week) => ({ ...week, begins })) })
        .figure;
    });
    expect(new Set(figures).size).toBe(4);
  });
});

describe('the trend', () => {
  it.each([
    ['growing', [10, 10, 10, 10, 12, 12, 12, 12, 0]],
    ['flat', [10, 10, 10, 10, 10, 10, 10, 12, 0]],
    ['shrinking', [10, 10, 10, 10, 8, 8, 8, 8, 99]],
    ['growing', [1, 0]],
    ['new', [1]],
    ['none', []],
  ])('is %s if the weeks had %j recruits, the current week last', (trend, proven) => {
    expect(growthOf(reportOf(proven).weeks).trend).toBe(trend);
  });
});

describe('a share', () => {
  it.each([
    [1, 1_000, 1],
    [999, 1_000, 99],
    [0, 1_000, 0],
    [1_000, 1_000, 100],
    [781, 1_000, 78],
  ])('of %i in %i is shown as %i of 100', (part, whole, hundredths) => {
    expect(shareOf(part, whole)).toEqual({ part: hundredths, of: 100 });
  });

  it('is 0% only for nothing, and 100% only for everything', () => {
    expect([0, 1, 500, 999, 1_000].map((part) => percentText(part, 1_000))).toEqual([
      '0%',
      'less than 1%',
      '50%',
      'more than 99%',
      '100%',
    ]);
  });
});

describe('the letter', () => {
  it('has four sentences, and is different in each of seven situations', () => {
    const even = { wallets: 312, total: 100, topPercent: 1, topTenPercent: 12 };
    const letters = [
      reportOf([1, 1]),
      reportOf([9, 9, 9, 9, 9, 9, 9, 9, 9]),
      reportOf([9, 9, 9, 9, 1, 1, 1, 1, 1]),
      reportOf([1]),
      reportOf([]),
      reportOf([1, 1], { points: even }),
      reportOf([], EMPTY),
    ].map(letterOf);
    for (const sentences of letters) expect(sentences).toHaveLength(4);
    expect(new Set(letters.map((sentences) => sentences.join(' '))).size).toBe(letters.length);
  });

  it('does not call recruits the first ones, since earlier weeks may have had some', () => {
    const weeks = [5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
    const letter = letterOf(reportOf(weeks, { payout: { paid: 6, lost: 5, most: 3.25 } }));
    expect(letter[0]).toMatch(/^We recruited 1 this week, and nobody in the eight before/);
  });

  it('does not deny that there are wallets and claims if there is no proof', () => {
    const letter = letterOf(reportOf([], { ...EMPTY, wallets: 7, claimed: 2 }));
    expect(letter[0]).toMatch(/^There is nobody in the pyramid/);
    expect(letter[1]).toMatch(/^Revenue, proven recruits and regret stand at zero/);
  });

  it('says how many recruited nobody, and how many would have lost', () => {
    const letter = letterOf(reportOf([1, 1])).join(' ');
    expect(letter).toContain('71 of 100 of you recruited nobody');
    expect(letter).toContain('78 of 100 would have lost some');
  });
});

it('the comment on growth does not say that growth has yet to start, since it may have stopped', () => {
  const stopped = [5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  expect(readingsOf(reportOf(stopped)).growth).toBe(
    'Growth cannot disappoint where there is none.',
  );
});

it('the text to share says how many would have lost money', () => {
  expect(shareTextOf(reportOf([1, 1]))).toMatch(/^78 of 100 would have lost money\./);
});
