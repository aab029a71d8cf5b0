import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { fetchQuery, queryDefaults } from './query';

function answer(body: string, init: ResponseInit) {
  return jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body, init));
}

describe('a data query', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('is a GET to the address in its key, with cookies, and returns the parsed JSON body', async () => {
    const fetched = answer('{"total":3}', { status: 200 });
    await expect(fetchQuery('/api/leaderboard')).resolves.toEqual({ total: 3 });
    expect(fetched).toHaveBeenCalledWith('/api/leaderboard', { credentials: 'include' });
  });

  it("fails with 'status: statusText' from status 500 up", async () => {
    answer('a stack trace', { status: 503, statusText: 'Service Unavailable' });
    await expect(fetchQuery('/api/leaderboard')).rejects.toThrow(/^503: Service Unavailable$/);
  });

  it("fails with 'status: response body text' for any other status", async () => {
    answer('no such wallet', { status: 404, statusText: 'Not Found' });
    await expect(fetchQuery('/api/leaderboard')).rejects.toThrow(/^404: no such wallet$/);
  });

  it('is fetched once: never again by itself, on focus, with age, or after a failure', () => {
    expect(queryDefaults).toMatchObject({
      refreshInterval: 0,
      revalidateOnFocus: false,
      revalidateIfStale: false,
      shouldRetryOnError: false,
    });
  });
});
