import { expect, test } from '@jest/globals';
import type { ReferralStats } from '@backend/referral-stats/referral-stats.schema';
import { referralLink } from './referral-link';
import { pendingText, provenText } from './referral-texts';

const stats: ReferralStats = {
  wallet: 'So11111111111111111111111111111111111111112',
  directRecruits: 5,
  provenRecruits: 4,
  points: 4_000,
  pendingPoints: 1_000,
  rank: 12,
  streak: 0,
  referrer: null,
  referrerStatus: null,
};

test('says both how many recruits there are and how many are proven', () => {
  expect(provenText(stats)).toBe('5 recruits, 4 proven');
  expect(provenText({ ...stats, directRecruits: 1, provenRecruits: 0 })).toBe(
    '1 recruit, 0 proven',
  );
});

test('says what the claims would bring', () => {
  expect(pendingText(stats)).toBe('1,000 pending');
});

test('the referral link is {origin}/?ref={address}', () => {
  expect(referralLink('https://pyramidion.example', stats.wallet)).toBe(
    `https://pyramidion.example/?ref=${stats.wallet}`,
  );
});
