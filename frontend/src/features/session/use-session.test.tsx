import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { mutate } from 'swr';
import type { SignInRequestBody } from '@backend/sign-in/sign-in.schema';
import { LEADERBOARD } from '@/config/paths';
import { useBoard } from '@/features/leaderboard/board-answer';
import { refreshStats, useReferralStats } from '@/features/referral/use-referral-stats';
import { rememberedReceipts } from '@/features/referral/receipts';
import { signIn, useCheckIn, useSession } from './use-session';

function signedBy(publicKey: string): SignInRequestBody {
  return { publicKey, signedMessage: '', signature: '', nonce: '' };
}

const EXPIRES = '2026-11-28T08:00:00.000Z';

function nextTurn(): Promise<void> {
  return act(() => new Promise<void>((resolve) => setTimeout(resolve)));
}

afterEach(async () => {
  cleanup();
  jest.useRealTimers();
  jest.restoreAllMocks();
  await mutate(() => true, undefined);
});

describe('signing in', () => {
  it.each([
    ['accepted', 'Alice'],
    ['rejected', null],
  ])('shows the session as loading until the sign-in is %s', async (_how, wallet) => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const fetched = jest.spyOn(globalThis, 'fetch');
    fetched.mockImplementation(async (_, { method } = {}) => {
      if (method !== 'POST') return Response.json({ wallet: null, expiresAt: null });
      await answered;
      if (wallet === null) return new Response('no', { status: 401 });
      return Response.json({ wallet, expiresAt: EXPIRES, referral: null });
    });

    const { result } = renderHook(() => useSession());
    const opening = signIn(signedBy('Alice'), () => true).catch(() => null);
    await waitFor(() =>
      expect(fetched).toHaveBeenCalledWith(
        '/api/session',
        expect.objectContaining({ method: 'POST' }),
      ),
    );
    await nextTurn();
    expect(result.current).toMatchObject({ isLoading: true, data: undefined });

    answer();
    await opening;
    await waitFor(() =>
      expect(result.current).toMatchObject({
        isLoading: false,
        error: undefined,
        data: { wallet },
      }),
    );
  });

  it('remembers the index of the proof in the log, and the signature', async () => {
    const referral = { referrer: 'Cheops', status: 'proven', credited: true, logIndex: 16 };
    jest
      .spyOn(globalThis, 'fetch')
      .mockResolvedValue(Response.json({ wallet: 'Alice', expiresAt: EXPIRES, referral }));
    const signed = signedBy('Alice');
    await signIn(signed, () => true);
    const { signature } = signed;
    expect(rememberedReceipts()).toEqual([{ wallet: 'Alice', logIndex: 16, signature }]);
    localStorage.clear();
  });

  it('returns null if the visitor disconnects meanwhile, but keeps the session of a later sign-in', async () => {
    let holder: string | null = null;
    let answerFirst = (): void => undefined;
    const first = new Promise<void>((resolve) => (answerFirst = resolve));
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (_, { method, body } = {}) => {
      if (method === 'DELETE') {
        holder = null;
        return new Response(null, { status: 204 });
      }
      const wallet = JSON.stringify(body).includes('Alice') ? 'Alice' : 'Bob';
      if (wallet === 'Alice') await first;
      holder = wallet;
      return Response.json({ wallet, expiresAt: EXPIRES, referral: null });
    });

    const overtaken = signIn(signedBy('Alice'), () => false);
    const following = signIn(signedBy('Bob'), () => true);
    await nextTurn();
    answerFirst();

    expect(await overtaken).toBeNull();
    expect(await following).toMatchObject({ wallet: 'Bob' });
    expect(holder).toBe('Bob');
  });
});

function comeBack(): void {
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

describe('the session', () => {
  it('is refetched when the visitor returns to the tab', async () => {
    let wallet: string | null = 'Alice';
    jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation(() => Promise.resolve(Response.json({ wallet })));
    const { result } = renderHook(() => useSession());
    await waitFor(() => expect(result.current.data).toEqual({ wallet: 'Alice' }));
    wallet = null;
    comeBack();
    await waitFor(() => expect(result.current.data).toEqual({ wallet: null }));
  });

  it('is not refetched when the visitor returns to the tab if its first fetch failed', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const fetched = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('503'));
    const { result } = renderHook(() => useSession());
    await waitFor(() => expect(result.current.error).toBeDefined());
    comeBack();
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});

describe('refreshing the stats', () => {
  it('does not refetch queries whose last fetch failed', async () => {
    const fetched = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('503'));
    const { result } = renderHook(() => [useReferralStats('Alice'), useBoard(LEADERBOARD)]);
    await waitFor(() => expect(result.current.every(({ error }) => error)).toBe(true));
    act(() => refreshStats('Alice'));
    expect(fetched).toHaveBeenCalledTimes(2);
  });
});

describe('a check-in', () => {
  it('is requested once for each signed-in wallet', () => {
    const fetched = jest.spyOn(globalThis, 'fetch');
    fetched.mockImplementation(() => Promise.resolve(Response.json({}, { status: 201 })));
    let wallet: string | null = null;
    const { rerender } = renderHook(() => useCheckIn(wallet));
    expect(fetched).not.toHaveBeenCalled();
    for (wallet of ['Alice', 'Alice', 'Bob']) rerender();

    expect(fetched.mock.calls.map(([address, options]) => [options?.method, address])).toEqual([
      ['POST', '/api/session/check-in'],
      ['POST', '/api/session/check-in'],
    ]);
  });

  it('is requested again when the visitor returns on a later UTC day', () => {
    const fetched = jest.spyOn(globalThis, 'fetch');
    fetched.mockImplementation(() => Promise.resolve(Response.json({}, { status: 200 })));
    jest.useFakeTimers({ now: new Date('2026-11-26T23:50:00Z') });
    renderHook(() => useCheckIn('Alice'));
    comeBack();
    expect(fetched).toHaveBeenCalledTimes(1);
    jest.setSystemTime(new Date('2026-11-27T00:10:00Z'));
    comeBack();
    comeBack();
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('is requested again when midnight UTC passes while the page is visible', () => {
    const fetched = jest.spyOn(globalThis, 'fetch');
    fetched.mockImplementation(() => Promise.resolve(Response.json({}, { status: 200 })));
    jest.useFakeTimers({ now: new Date('2026-11-26T23:50:00Z') });
    renderHook(() => useCheckIn('Alice'));
    act(() => jest.advanceTimersByTime(9 * 60_000));
    expect(fetched).toHaveBeenCalledTimes(1);
    act(() => jest.advanceTimersByTime(2 * 60_000));
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['does not reach the server', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['is answered with 503', () => Promise.resolve(new Response('', { status: 503 }))],
  ])('that %s is requested again when the visitor returns, not before', async (_how, fail) => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    jest.useFakeTimers({ now: new Date('2026-11-26T08:00:00Z') });
    const fetched = jest.spyOn(globalThis, 'fetch').mockImplementationOnce(fail);
    fetched.mockImplementation(() => Promise.resolve(Response.json({ day: '2026-11-26' })));
    renderHook(() => useCheckIn('Alice'));
    await act(() => jest.advanceTimersByTimeAsync(3 * 60_000));
    expect(fetched).toHaveBeenCalledTimes(1);
    comeBack();
    await act(() => jest.advanceTimersByTimeAsync(0));
    comeBack();
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('is requested again after a minute, and on a return, until the server’s day is the client’s', async () => {
    let day = '2026-11-26';
    const fetched = jest.spyOn(globalThis, 'fetch');
    fetched.mockImplementation(() => Promise.resolve(Response.json({ wallet: 'Alice', day })));
    jest.useFakeTimers({ now: new Date('2026-11-27T00:00:00Z') });
    renderHook(() => useCheckIn('Alice'));
    await act(() => jest.advanceTimersByTimeAsync(59_000));
    expect(fetched).toHaveBeenCalledTimes(1);
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(fetched).toHaveBeenCalledTimes(2);
    day = '2026-11-27';
    comeBack();
    await act(() => jest.advanceTimersByTimeAsync(3 * 60_000));
    comeBack();
    expect(fetched).toHaveBeenCalledTimes(3);
  });

  it.each([-24, 14, 24])(
    'is requested once per day of the server by a client whose clock is ahead by %i h',
    async (hours) => {
      jest.useFakeTimers({ now: Date.parse('2026-11-26T22:00:00Z') + hours * 3_600_000 });
      const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(() => {
        const now = new Date(Date.now() - hours * 3_600_000);
        const answer = { wallet: 'Alice', day: now.toISOString().slice(0, 10) };
        return Promise.resolve(Response.json(answer, { headers: { Date: now.toUTCString() } }));
      });
      renderHook(() => useCheckIn('Alice'));
      await act(() => jest.advanceTimersByTimeAsync(60 * 60_000));
      comeBack();
      expect(fetched).toHaveBeenCalledTimes(1);
      await act(() => jest.advanceTimersByTimeAsync(90 * 60_000));
      comeBack();
      expect(fetched).toHaveBeenCalledTimes(2);
    },
  );

  it.each([
    [401, null],
    [403, 'Eve'],
    [503, 'Eve'],
  ])('answered with status %i leaves a session whose wallet is %s', async (status, wallet) => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    let signedIn: string | null = 'Eve';
    const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation((_, { method } = {}) => {
      if (method !== 'POST') return Promise.resolve(Response.json({ wallet: signedIn }));
      signedIn = null;
      return Promise.resolve(Response.json({ detail: 'No.' }, { status }));
    });
    const { result } = renderHook(() => {
      const session = useSession();
      useCheckIn(session.data?.wallet ?? null);
      return session;
    });
    const reads = status === 401 ? 2 : 1;
    await waitFor(() => expect(fetched).toHaveBeenCalledTimes(1 + reads));
    await waitFor(() => expect(result.current.data).toEqual({ wallet }));
  });

  it.each([
    [201, 'refetches', 2, 'Carol'],
    [200, 'does not refetch', 1, 'Dave'],
  ])('answered with status %i %s the stats', async (status, _does, times, wallet) => {
    let reads = 0;
    jest.spyOn(globalThis, 'fetch').mockImplementation((_, { method } = {}) => {
      if (method === 'POST') return Promise.resolve(Response.json({}, { status }));
      reads += 1;
      return Promise.resolve(Response.json({ directRecruits: 0, points: 100 * reads }));
    });

    const { result } = renderHook(() => useReferralStats(wallet));
    await waitFor(() => expect(result.current.data?.points).toBe(100));
    renderHook(() => useCheckIn(wallet));
    await nextTurn();
    await waitFor(() => expect(result.current.data?.points).toBe(100 * times));
    expect(reads).toBe(times);
  });
});
