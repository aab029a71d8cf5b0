import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { claimReferral } from './claim-referral';
import { rememberedReceipts } from './receipts';

const referral = { referrerId: 'Cheops', recruitId: 'Djedefre' };

function answers(status: number, body = '{}') {
  return jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body, { status }));
}

describe('claiming a referral', () => {
  afterEach(() => {
    jest.restoreAllMocks();
    localStorage.clear();
  });

  it('posts who recruited whom', async () => {
    const fetched = answers(201);
    await claimReferral(referral);
    expect(fetched).toHaveBeenCalledWith(
      '/api/referral',
      expect.objectContaining({ method: 'POST', body: JSON.stringify(referral) }),
    );
  });

  it('returns true if the server has just recorded the claim', async () => {
    answers(201);
    await expect(claimReferral(referral)).resolves.toBe(true);
  });

  it('remembers the index of the proof in the log, if the answer contains it', async () => {
    answers(201, '{"status":"proven","logIndex":16}');
    await claimReferral(referral);
    expect(rememberedReceipts()).toEqual([{ wallet: 'Djedefre', logIndex: 16 }]);
  });

  it.each(['', '<!doctype html>', 'null', '{"logIndex":"16"}'])(
    'returns true, and remembers no receipt, if the answer is %j',
    async (body) => {
      answers(201, body);
      await expect(claimReferral(referral)).resolves.toBe(true);
      expect(rememberedReceipts()).toEqual([]);
    },
  );

  it.each([200, 400, 409, 422])('returns false after status %d', async (status) => {
    answers(status);
    await expect(claimReferral(referral)).resolves.toBe(false);
  });

  it.each([403, 404, 408, 429, 500, 503])('throws after status %d', async (status) => {
    answers(status);
    await expect(claimReferral(referral)).rejects.toThrow(String(status));
  });
});
