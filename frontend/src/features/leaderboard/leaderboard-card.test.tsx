import { describe, expect, jest, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import type { Leaderboard, LeaderboardEntry } from '@backend/leaderboard/leaderboard.schema';
import { swrConfig } from '@/config/swr';
import { serverAnswers } from '../../../test/server';
import { LeaderboardCard } from './leaderboard-card';
import type { OwnStats } from './own-rank';

const VISITOR = 'Vis1tor1111111111111111111111111111111111111';
const UNRANKED = { rank: null, provenRecruits: 0 };

function entry(rank: number, wallet = `Bu1lder${String(rank).repeat(36)}`.slice(0, 44)) {
  return {
    rank,
    wallet,
    recruits: 2_000 - rank,
    provenRecruits: 0,
    points: 50_000 - rank,
    pendingPoints: 0,
  } satisfies LeaderboardEntry;
}

function topTen(total: number): Leaderboard {
  return { entries: Array.from({ length: 10 }, (_, index) => entry(index + 1)), total, next: null };
}

function renderCard(
  answer: (address: string) => Promise<Leaderboard>,
  data: OwnStats['data'] = UNRANKED,
) {
  serverAnswers(answer);
  return render(
    <SWRConfig value={{ ...swrConfig, provider: () => new Map() }}>
      <MemoryRouter>
        <LeaderboardCard wallet={VISITOR} own={{ data, isLoading: false }} />
      </MemoryRouter>
    </SWRConfig>,
  );
}

function bodyRows(): HTMLElement[] {
  const [, body] = within(screen.getByRole('table')).getAllByRole('rowgroup');
  if (!body) throw new Error('the table has no body');
  return within(body).getAllByRole('row');
}

async function openNeighbours(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { expanded: false }));
}

async function openWeek(): Promise<void> {
  await userEvent.click(screen.getByRole('tab', { selected: false }));
}

async function retry(): Promise<void> {
  await userEvent.click(within(screen.getByRole('alert')).getByRole('button'));
}

describe('the leaderboard card', () => {
  test('shows a skeleton of 5 rows and no table while loading', () => {
    const { container } = renderCard(() => new Promise(() => undefined));
    expect(container.querySelectorAll('[data-slot="skeleton-row"]')).toHaveLength(5);
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });

  test('shows the top 10, and the first row links to the pyramid of its wallet', async () => {
    const { container } = renderCard(() => Promise.resolve(topTen(312)));
    await screen.findByRole('table');
    expect(bodyRows()).toHaveLength(10);
    expect(bodyRows()[0]).toHaveTextContent('1Bu1l…1111' + 'Curator of Camels' + '1,99949,999');
    const [first] = screen.getAllByRole('link');
    expect(first).toHaveAttribute('href', `/pyramid/${entry(1).wallet}`);
    expect(container.querySelector('[data-slot="skeleton-row"]')).not.toBeInTheDocument();
  });

  test('marks the visitor’s row, and shows the visitor’s rank', async () => {
    const board = { ...topTen(312), entries: [entry(1), entry(2, VISITOR)] };
    renderCard(() => Promise.resolve(board), { ...UNRANKED, rank: 2 });
    await screen.findByRole('table');
    expect(screen.getByRole('row', { current: true })).toHaveTextContent('Vis1…1111You');
    expect(screen.getByText('Your rank: 2 of 312')).toBeVisible();
  });

  test('shows the visitor’s rank and a message if the wallets around the visitor do not load', async () => {
    const own = { rank: 57, provenRecruits: 1 };
    const lost = () => Promise.reject(new Error('503'));
    renderCard((address) => (address.includes('?') ? lost() : Promise.resolve(topTen(312))), own);
    expect(await screen.findByText('Your rank: 57 of 312')).toBeVisible();
    await openNeighbours();
    expect(await screen.findByText(/^The wallets around you did not load/)).toBeVisible();
  });

  test('shows on request the rows around the visitor, and how many proven recruits it takes to pass the row above', async () => {
    const ranks = [55, 56, 57, 58, 59].map((rank) =>
      rank === 57 ? entry(57, VISITOR) : entry(rank),
    );
    const around = { entries: ranks, total: 312, next: null };
    const own = { rank: 57, provenRecruits: 1 };
    renderCard((address) => Promise.resolve(address.includes('?') ? around : topTen(312)), own);
    await openNeighbours();
    expect(await screen.findByText('1 proven recruit to pass number 56')).toBeVisible();
    expect(
      bodyRows()
        .slice(10)
        .map(({ textContent }) => textContent.slice(0, 2)),
    ).toEqual(['1 ', '55', '56', '57', '58', '59']);
    expect(screen.getByRole('row', { current: true })).toHaveTextContent('57Vis1…1111You');
  });

  test('shows no row twice if the visitor is just below the top 10', async () => {
    const entries = [9, 10, 11, 12, 13].map((rank) =>
      rank === 11 ? entry(11, VISITOR) : entry(rank),
    );
    const own = { rank: 11, provenRecruits: 1 };
    renderCard(
      (address) =>
        Promise.resolve(address.includes('?') ? { ...topTen(312), entries } : topTen(312)),
      own,
    );
    expect(await screen.findByText('Your rank: 11 of 312')).toBeVisible();
    expect(bodyRows()).toHaveLength(10);
    await openNeighbours();
    expect(await screen.findByText('1 proven recruit to pass number 10')).toBeVisible();
    expect(bodyRows()).toHaveLength(14);
    await userEvent.click(screen.getByRole('button', { expanded: true }));
    expect(bodyRows()).toHaveLength(10);
  });

  test('fetches the rows around the visitor again when they are opened again', async () => {
    const answers = [[], [entry(56), entry(57, VISITOR)]];
    renderCard(
      (address) =>
        Promise.resolve({
          ...topTen(312),
          ...(address.includes('?') && { entries: answers.shift() ?? [] }),
        }),
      { rank: 57, provenRecruits: 1 },
    );
    await openNeighbours();
    await screen.findByText('Your rank is changing. Ask again.');
    await userEvent.click(screen.getByRole('button', { expanded: true }));
    await openNeighbours();
    expect(await screen.findByText('1 proven recruit to pass number 56')).toBeVisible();
  });

  test('shows a row only once if it falls out of the top 10 before the rows around the visitor are fetched', async () => {
    const fallen = { ...entry(10), rank: 11 };
    const climber = { ...entry(10, 'C1imber'), points: 49_995 };
    const around = [climber, fallen, entry(12, VISITOR), entry(13)];
    renderCard(
      (address) =>
        Promise.resolve({ ...topTen(312), ...(address.includes('?') && { entries: around }) }),
      { rank: 12, provenRecruits: 1 },
    );
    await openNeighbours();
    expect(await screen.findByText('1 proven recruit to pass number 11')).toBeVisible();
    expect(bodyRows().map(({ textContent }) => textContent.slice(0, 2))).toEqual([
      '1B',
      '2B',
      '3B',
      '4B',
      '5B',
      '6B',
      '7B',
      '8B',
      '9B',
      '10',
      '1 ',
      '12',
      '13',
    ]);
  });

  test('shows the wallets around the visitor that share the rank of the last row of the top 10', async () => {
    const { entries } = topTen(312);
    const tied = (wallet: string) => ({ ...entry(10), wallet });
    const around = [tied('T1ed11111'), tied('T1ed22222'), tied(VISITOR), entry(14)];
    renderCard(
      (address) =>
        Promise.resolve({
          ...topTen(312),
          entries: address.includes('?') ? around : [...entries.slice(0, 9), tied('T1ed00000')],
        }),
      { rank: 10, provenRecruits: 1 },
    );
    await openNeighbours();
    expect(
      await screen.findByText('1 proven recruit to pass those who share your rank'),
    ).toBeVisible();
    expect(
      bodyRows()
        .slice(11)
        .map(({ textContent }) => textContent.slice(0, 6)),
    ).toEqual(['10T1ed', '10T1ed', '10Vis1', '14Bu1l']);
  });

  test('shows different messages to banned and to unranked wallets', async () => {
    const { unmount } = renderCard(() => Promise.resolve(topTen(312)), {
      ...UNRANKED,
      wallet: VISITOR,
      provenRecruits: 12,
    });
    expect(await screen.findByText(/^You are off the board/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'The operator wrote down why' })).toHaveAttribute(
      'href',
      `/proof#${VISITOR}`,
    );
    unmount();
    renderCard(() => Promise.resolve(topTen(312)));
    expect(await screen.findByText('You are not ranked yet.')).toBeVisible();
  });

  test.each([true, false])(
    'does not say “not ranked” while the visitor’s rank is unknown (stats loading: %s)',
    async (isLoading) => {
      serverAnswers(() => Promise.resolve(topTen(312)));
      render(
        <SWRConfig value={{ ...swrConfig, provider: () => new Map() }}>
          <MemoryRouter>
            <LeaderboardCard wallet={VISITOR} own={{ data: undefined, isLoading }} />
          </MemoryRouter>
        </SWRConfig>,
      );
      await screen.findByRole('table');
      expect(screen.queryByText(/not ranked/)).not.toBeInTheDocument();
      expect(screen.queryAllByText(/Your own rank did not load/)).toHaveLength(isLoading ? 0 : 1);
    },
  );

  test('says that the visitor’s rank did not load, not that the visitor is off the board, if the number of recruits is unknown', async () => {
    renderCard(() => Promise.resolve(topTen(312)), { rank: null });
    expect(await screen.findByText(/Your own rank did not load/)).toBeVisible();
    expect(screen.queryByText(/off the board/)).not.toBeInTheDocument();
  });

  const WEEK = {
    name: '2026-W48',
    begins: '2026-11-23T00:00:00.000Z',
    ends: '2026-11-30T00:00:00.000Z',
    previous: '2026-W47',
  };
  const nobody = { entries: [], total: 0, next: null };

  test("fetches the week's board and the visitor's place in the week only when the week's tab is opened", async () => {
    const answer = jest.fn((address: string): Promise<Leaderboard> => {
      if (address.includes('around'))
        return Promise.resolve({ ...nobody, entries: [entry(23, VISITOR)], total: 31, week: WEEK });
      if (address.includes('week')) return Promise.resolve({ ...topTen(31), week: WEEK });
      return Promise.resolve(topTen(312));
    });
    renderCard(answer);
    await screen.findByRole('table');
    expect(screen.getByRole('columnheader', { name: 'Recruits' })).toBeVisible();
    expect(answer.mock.calls.map(([address]) => address)).toEqual(['/api/leaderboard']);
    await openWeek();
    await screen.findByRole('table', { name: 'Top pyramid builders of this week by points' });
    expect(
      await screen.findByText('You are number 23 of 31, with 1,977 proven recruits.'),
    ).toBeVisible();
    expect(screen.getByRole('columnheader', { name: 'Proven' })).toBeVisible();
    expect(await screen.findByText(/^The week ends on/)).toBeVisible();
  });

  test('says that the week’s board is empty, and that the visitor is not on it', async () => {
    renderCard((address) =>
      Promise.resolve(address.includes('?') ? { ...nobody, week: WEEK } : topTen(1)),
    );
    await openWeek();
    expect(await screen.findByText(/Historians call it a golden age/)).toBeVisible();
    expect(await screen.findByText(/^You are not on the board of this week/)).toBeVisible();
  });

  test('says only that the visitor is not on the week’s board if the visitor has recruits, but is banned', async () => {
    renderCard(
      (address) =>
        Promise.resolve({ ...(address.includes('around') ? nobody : topTen(31)), week: WEEK }),
      { rank: null, provenRecruits: 12 },
    );
    await openWeek();
    expect(
      await screen.findByText('You are not on the board of this week. Thank you.'),
    ).toBeVisible();
  });

  test('says that the visitor’s place in the week did not load, and retries on request', async () => {
    let asked = 0;
    renderCard((address) => {
      if (address.includes('around') && (asked += 1) === 1) return Promise.reject(new Error('503'));
      return Promise.resolve(address.includes('?') ? { ...nobody, week: WEEK } : topTen(1));
    });
    await openWeek();
    expect(await screen.findByRole('alert')).toHaveTextContent('Your place did not load.');
    await retry();
    expect(await screen.findByText(/^You are not on the board of this week/)).toBeVisible();
  });

  test('shows a sentence instead of rows if the board is empty', async () => {
    renderCard(() => Promise.resolve({ entries: [], total: 0, next: null }));
    expect(await screen.findByText(/Nobody has recruited anybody/)).toBeVisible();
    expect(screen.queryByRole('row')).not.toBeInTheDocument();
  });

  test('shows a message in the card if the query fails, and retries on request', async () => {
    const answer = jest
      .fn<() => Promise<Leaderboard>>()
      .mockRejectedValueOnce(new Error('500: Internal Server Error'))
      .mockResolvedValue(topTen(10));
    renderCard(answer);
    expect(await screen.findByRole('alert')).toHaveTextContent('The leaderboard did not load.');

    await retry();

    expect(screen.getByRole('heading')).toHaveFocus();
    await screen.findByRole('table');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
