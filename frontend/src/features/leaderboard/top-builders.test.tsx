import { afterEach, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import type { Leaderboard } from '@backend/leaderboard/leaderboard.schema';
import { TopBuilders } from './top-builders';

afterEach(() => {
  jest.restoreAllMocks();
});

function boardOf(entries: Leaderboard['entries']): Response {
  return Response.json({ entries, total: entries.length, next: null } satisfies Leaderboard);
}

function open(answer: Response): void {
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(answer);
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <MemoryRouter>
        <TopBuilders />
      </MemoryRouter>
    </SWRConfig>,
  );
}

test('whoever is on top is named, with the way to their pyramid', async () => {
  const first = { rank: 1, provenRecruits: 12, points: 12_000, pendingPoints: 0 };
  open(boardOf([{ ...first, wallet: 'Wa11etOfTheFirst', recruits: 12 }]));
  const link = await screen.findByRole('link', { name: /^Wa11…irst.*, 12 recruits$/ });
  expect(link).toHaveAttribute('href', '/pyramid/Wa11etOfTheFirst');
});

test('an empty board is said to be empty', async () => {
  open(boardOf([]));
  expect(await screen.findByText(/the board is empty/)).toBeVisible();
});

test('a board that cannot be had leaves the page as it is', async () => {
  jest.spyOn(console, 'error').mockReturnValue();
  open(new Response('', { status: 503 }));
  expect(await screen.findByText(/did not load/)).toBeVisible();
});
