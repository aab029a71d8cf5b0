import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { request, requestJson } from './api';
import { count, objectOf } from './check';

function answer(body: string, init: ResponseInit) {
  return jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body, init));
}

const board = objectOf<{ total: number }>({ total: count });

describe('a request to the server', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('is a GET with cookies, and returns the parsed JSON body', async () => {
    const fetched = answer('{"total":3}', { status: 200 });
    await expect(requestJson('/api/leaderboard', board)).resolves.toEqual({ total: 3 });
    expect(fetched).toHaveBeenCalledWith(
      '/api/leaderboard',
      expect.objectContaining({ method: 'GET', credentials: 'include' }),
    );
  });

  it.each(['null', '{"error":"try later"}', '{"total":"3"}', '<html>a hotel’s page</html>'])(
    'fails if the body of an answer with status 200 is %s',
    async (body) => {
      answer(body, { status: 200 });
      await expect(requestJson('/api/leaderboard', board)).rejects.toThrow();
    },
  );

  it('sends a body as JSON', async () => {
    const fetched = answer('', { status: 200 });
    await request('/api/referral', { method: 'POST', body: { referrerId: 'Cheops' } });
    expect(fetched).toHaveBeenCalledWith(
      '/api/referral',
      expect.objectContaining({
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"referrerId":"Cheops"}',
      }),
    );
  });

  it("fails with 'status: statusText' for a server error", async () => {
    answer('a stack trace', { status: 503, statusText: 'Service Unavailable' });
    await expect(request('/api/leaderboard')).rejects.toThrow(/^503: Service Unavailable$/);
  });

  it("fails with 'status: response body text' for a client error", async () => {
    answer('no such wallet', { status: 404, statusText: 'Not Found' });
    await expect(request('/api/leaderboard')).rejects.toThrow(/^404: no such wallet$/);
  });

  it.each([
    [
      'a short problem document',
      403,
      '{"detail":"The operator has banned this wallet."}',
      'The operator has banned this wallet.',
    ],
    ['a proxy’s page', 403, '<html>Forbidden</html>', null],
    ['other JSON', 429, '{"error":"no"}', null],
    ['a detail that is not text', 400, '{"detail":["no"]}', null],
    ['an empty detail', 400, '{"detail":""}', null],
    ['a very long detail', 400, JSON.stringify({ detail: 'a'.repeat(301) }), null],
    ['a short problem document with the status 503', 503, '{"detail":"The disk is full."}', null],
  ])(
    'fails with a reason only if the answer is a short problem document with a status below 500: %s',
    async (_what, status, body, reason) => {
      answer(body, { status });
      await expect(request('/api/session')).rejects.toMatchObject({ status, reason });
    },
  );

  it('fails after 10 s without an answer', async () => {
    jest.useFakeTimers();
    jest.spyOn(globalThis, 'fetch').mockImplementation(
      (_address, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(Error(String(init.signal?.reason))));
        }),
    );
    const given = expect(request('/api/leaderboard')).rejects.toThrow(/timed out/);
    jest.advanceTimersByTime(10_000);
    await given;
    jest.useRealTimers();
  });
});
