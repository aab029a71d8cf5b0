import { expect, test } from '@jest/globals';
import type { ReferralStats } from '@backend/referral-stats/referral-stats.schema';
import { broughtBy, pendingNeeds, pendingText, provenText, streakText } from './referral-texts';

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
  expect(pendingText(stats)).toBe('+1,000 once proven');
  expect(pendingText({ ...stats, pendingPoints: 0 })).toBe('No claims open');
});

test('says what a pending recruit needs', () => {
  expect(pendingNeeds(stats)).toBe(
    '1 recruit is pending until they open your link again with Phantom and sign a sentence that costs nothing.',
  );
  expect(pendingNeeds({ ...stats, directRecruits: 9 })).toMatch(/^5 recruits are pending until/);
});

test('says what being proven means when no recruit is pending', () => {
  expect(pendingNeeds({ ...stats, directRecruits: 4 })).toMatch(/^A recruit is proven once/);
});

test('says who brought the wallet, and whether that is claimed or proven', () => {
  const referrer = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
  expect(broughtBy({ ...stats, referrer, referrerStatus: 'claimed' })).toBe('7xKX…gAsU, claimed');
  expect(broughtBy({ ...stats, referrer, referrerStatus: 'proven' })).toBe('7xKX…gAsU, proven');
  expect(broughtBy(stats)).toBe('Nobody. You walked in.');
});

test('says the streak in days', () => {
  expect(streakText(stats)).toBe('0 days');
  expect(streakText({ ...stats, streak: 1 })).toBe('1 day');
});
