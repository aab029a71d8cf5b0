import { describe, expect, it } from '@jest/globals';
import { collapseLinkTexts, renderCard } from './render-card';

const WALLET = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';

function wordsOf(facts: Parameters<typeof renderCard>[0]): string[] {
  const card = new DOMParser().parseFromString(renderCard(facts), 'image/svg+xml');
  return Array.from(card.querySelectorAll('text'), ({ childNodes }) =>
    Array.from(childNodes, ({ textContent }) => textContent).join(' '),
  );
}

describe('a card', () => {
  it.each([
    [1, 12, 'Bronze Dreamer', '1 proven recruit, ranked 12'],
    [3, 9, 'Silver Schemer', '3 proven recruits, ranked 9'],
    [6, 8, 'Gold Guru', '6 proven recruits, ranked 8'],
    [11, 7, 'Platinum Prophet', '11 proven recruits, ranked 7'],
    [1_234, 1, 'Diamond Dynamo', '1,234 proven recruits, ranked 1'],
    [12, null, 'Platinum Prophet', '12 proven recruits, unranked'],
  ])(
    'shows level, recruits and rank of a wallet with %i proven recruits and rank %s',
    (provenRecruits, rank, level, record) => {
      const words = wordsOf({ wallet: WALLET, provenRecruits, rank });
      expect(words).toEqual(
        expect.arrayContaining([
          '7xKX…gAsU',
          'Curator of Ramps and, as far as recruits go, a',
          level,
          record,
          'PARODY',
        ]),
      );
    },
  );

  it('gilds more of the pyramid the higher the level is', () => {
    const goldBegins = [1, 3, 6, 11, 21].map((provenRecruits) => {
      const card = renderCard({ wallet: WALLET, provenRecruits, rank: 1 });
      const [, down] = /<path d="M\S+ ([\d.]+)[^"]*" class="fill-gold"/.exec(card) ?? [];
      return Number(down);
    });
    expect(new Set(goldBegins).size).toBe(5);
    expect(goldBegins).toEqual([...goldBegins].sort((one, other) => other - one));
  });

  it('shows the report’s finding of the week', () => {
    const report = {
      at: '2026-11-26T19:40:00.000Z',
      wallets: 7,
      claimed: 0,
      weeks: [{ begins: '2026-11-23', wallets: 7, proven: 5, claimed: 0 }],
      levels: [
        { wallets: 1, recruitedNobody: 0 },
        { wallets: 5, recruitedNobody: 3 },
      ],
      points: { wallets: 6, total: 5_000, topPercent: 2_000, topTenPercent: 2_000 },
      payout: { paid: 5, lost: 4, most: 3.25 },
    };
    expect(wordsOf({ report })).toEqual(
      expect.arrayContaining([
        'Shareholder Report, Nov 26',
        '4 of 5',
        'would have lost money.',
        'PARODY',
      ]),
    );
  });

  it('shows the tagline of the site if it has no subject', () => {
    expect(wordsOf(null)).toEqual(
      expect.arrayContaining(['The AI-run pyramid scheme that admits it.', 'PARODY']),
    );
  });

  it('shows the terms and the question of a daily collapse, but not the bet', () => {
    const words = wordsOf({ collapse: 'day47-2b' });
    expect(words).toEqual(
      expect.arrayContaining(['Pyramidion #47', 'Earth run out of people?', 'PARODY']),
    );
    expect(words.join()).toMatch(/\d recruits each, and 1 in \d+ says yes\./);
    expect(words.join()).not.toMatch(/level \d/);
    expect(collapseLinkTexts('day47-2b')?.description).not.toMatch(/level \d/);
  });

  it('is the card of the site if the bet is impossible', () => {
    expect(renderCard({ collapse: '5-10-9-k3x9' })).toBe(renderCard(null));
    expect(collapseLinkTexts('5-10-9-k3x9')).toBeNull();
  });

  it('contains the styles of all its fill, stroke and opacity classes', () => {
    const card = renderCard({ wallet: WALLET, provenRecruits: 6, rank: 8 });
    const [style = ''] = /<style>.*<\/style>/.exec(card) ?? [];
    const classes = Array.from(card.matchAll(/class="([^"]*)"/g), ([, names = '']) =>
      names.split(' ').filter((name) => /^(fill|stroke|opacity)-/.test(name)),
    ).flat();
    expect(classes.length).toBeGreaterThan(10);
    for (const name of classes) expect(style).toContain(`.${name}{`);
  });
});
