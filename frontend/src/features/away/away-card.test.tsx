import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SWRConfig } from 'swr';
import type { Movement, ReferralStats } from '@backend/referral-stats/referral-stats.schema';
import type { Query } from '@/lib/query';
import { serverAnswers } from '../../../test/server';
import { AwayCard, awayLines, lastLook, rememberLook } from './away-card';

const WALLET = 'Vis1tor1111111111111111111111111111111111111';
const HOUR_MS = 3_600_000;
const nothing: Movement = { joined: 0, proven: 0, lost: 0 };
const stats: ReferralStats = {
  wallet: WALLET,
  directRecruits: 3,
  provenRecruits: 2,
  points: 2_000,
  pendingPoints: 1_000,
  rank: 4,
  streak: 0,
  referrer: null,
  referrerStatus: null,
};

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();

const known: Query<ReferralStats> = {
  data: stats,
  error: undefined,
  failed: false,
  loading: false,
  retry: () => undefined,
};

function renderCard(answer: (address: string) => Promise<Movement>, told: Query<ReferralStats>) {
  serverAnswers(answer);
  return render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <AwayCard wallet={WALLET} stats={told} />
    </SWRConfig>,
  );
}

describe('while you were away', () => {
  beforeEach(() => {
    localStorage.clear();
  });

  test('says what has changed since this browser last looked, and remembers this look', async () => {
    const at = hoursAgo(30);
    rememberLook(WALLET, { at, rank: 9 });
    const answer = jest.fn<(address: string) => Promise<Movement>>(() =>
      Promise.resolve({ joined: 1, proven: 2, lost: 1 }),
    );
    renderCard(answer, known);
    expect(await screen.findByText(/^You rose from number 9 to 4/)).toBeVisible();
    expect(screen.getByText(/^1 recruit joined/)).toBeVisible();
    expect(screen.getByText('2 claims of yours became proofs.')).toBeVisible();
    expect(screen.getByText(/^1 claim of yours went to somebody else's proof/)).toBeVisible();
    const [address = ''] = answer.mock.calls[0] ?? [];
    expect(new URL(address, 'http://x').searchParams.get('since')).toBe(at);
    expect(lastLook(WALLET)?.rank).toBe(4);
    expect(Date.parse(lastLook(WALLET)?.at ?? '')).toBeGreaterThan(Date.parse(at));
  });

  test.each([
    ['has never looked', null],
    ['looked an hour ago', 1],
  ])('has no card for who %s, and asks nothing', (_who, hours) => {
    if (hours !== null) rememberLook(WALLET, { at: hoursAgo(hours), rank: 9 });
    const answer = jest.fn(() => Promise.resolve(nothing));
    const { container } = renderCard(answer, known);
    expect(container).toBeEmptyDOMElement();
    expect(answer).not.toHaveBeenCalled();
    expect(lastLook(WALLET)?.rank).toBe(4);
  });

  test('forgets nothing while the stats are not known', () => {
    rememberLook(WALLET, { at: hoursAgo(30), rank: 9 });
    renderCard(() => Promise.resolve(nothing), { ...known, data: undefined, loading: true });
    expect(screen.getByRole('heading', { name: 'While you were away' })).toBeVisible();
    expect(screen.queryByRole('listitem')).not.toBeInTheDocument();
    expect(lastLook(WALLET)?.rank).toBe(9);
  });

  test('says that it knows nothing where the stats did not load, and asks for them again', async () => {
    rememberLook(WALLET, { at: hoursAgo(30), rank: 9 });
    const retry = jest.fn();
    renderCard(() => Promise.resolve(nothing), { ...known, data: undefined, failed: true, retry });
    expect(screen.getByRole('alert')).toHaveTextContent('What you missed did not load.');
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(retry).toHaveBeenCalledTimes(1);
    expect(lastLook(WALLET)?.rank).toBe(9);
  });

  test('says that it could not be asked, offers to ask again, and forgets nothing meanwhile', async () => {
    rememberLook(WALLET, { at: hoursAgo(30), rank: 9 });
    const answer = jest
      .fn<() => Promise<Movement>>()
      .mockRejectedValueOnce(new Error('503'))
      .mockResolvedValue({ ...nothing, proven: 1 });
    renderCard(answer, known);
    expect(await screen.findByRole('alert')).toHaveTextContent('What you missed did not load.');
    expect(lastLook(WALLET)?.rank).toBe(9);
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('1 claim of yours became a proof.')).toBeVisible();
    expect(lastLook(WALLET)?.rank).toBe(4);
  });

  test.each([
    [3, 3, nothing, [/^Nothing happened\./]],
    [null, null, nothing, [/^Nothing happened\./]],
    [3, 12, nothing, [/^You fell from number 3 to 12/]],
    [null, 12, nothing, ['You are on the board: number 12.']],
    [3, null, nothing, ['You left the board.']],
    [3, 3, { ...nothing, proven: 1 }, ['1 claim of yours became a proof.']],
  ] as const)('of rank %p, then %p, and %p it says %p', (then, now, movement, lines) => {
    const expected = lines.map((line) =>
      typeof line === 'string' ? line : expect.stringMatching(line),
    );
    expect(awayLines(then, now, movement)).toEqual(expected);
  });
});
