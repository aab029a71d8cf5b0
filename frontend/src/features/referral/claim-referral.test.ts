import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { claimReferral } from './claim-referral';

const referral = { referrerId: 'Cheops', recruitId: 'Djedefre' };

function answers(status: number) {
  return jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}', { status }));
}

describe('claiming a referral', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('posts who recruited whom', async () => {
    const fetched = answers(201);
    await claimReferral(referral);
    expect(fetched).toHaveBeenCalledWith(
      '/api/referral',
      expect.objectContaining({ method: 'POST', body: JSON.stringify(referral) }),
    );
  });

  it('is credited if the server has just recorded it', async () => {
    answers(201);
    await expect(claimReferral(referral)).resolves.toBe(true);
  });

  it.each([200, 400, 409, 422])('is not credited after status %d', async (status) => {
    answers(status);
    await expect(claimReferral(referral)).resolves.toBe(false);
  });

  it.each([403, 404, 408, 429, 500, 503])(
    'fails after status %d, so that it can be retried',
    async (status) => {
      answers(status);
      await expect(claimReferral(referral)).rejects.toThrow(String(status));
    },
  );
});
