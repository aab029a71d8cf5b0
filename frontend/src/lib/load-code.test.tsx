import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { loadCode } from './load-code';

describe('code that fails to load', () => {
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('loads on a retry although the network never answers whether a deploy has removed it', async () => {
    jest.useFakeTimers();
    jest.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => undefined));
    const load = jest
      .fn(() => Promise.resolve('the code'))
      .mockRejectedValueOnce(Object.assign(new Error(), { request: '/assets/1.js' }));
    const loaded = jest.fn();
    void loadCode(load).then(loaded);
    await jest.advanceTimersByTimeAsync(11_000);
    expect(fetch).toHaveBeenCalledWith('/assets/1.js');
    expect(loaded).toHaveBeenCalledWith('the code');
  });
});
