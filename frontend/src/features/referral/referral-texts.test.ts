import { expect, test } from '@jest/globals';
import { formatTime } from '@/lib/format';
import { broughtBy, pendingText, provenText, streakLabel, streakText } from './referral-texts';
import type { KnownStats } from './use-referral-stats';

const stats: KnownStats = {
  directRecruits: 5,
  provenRecruits: 4,
  points: 4_000,
  pendingPoints: 1_000,
  rank: 12,
  streak: 0,
  referrer: null,
  referrerStatus: null,
};

test('provenText says how many recruits there are, and how many of them are proven', () => {
  expect(provenText(stats)).toBe('5 recruits, 4 proven');
  expect(provenText({ ...stats, directRecruits: 1, provenRecruits: 0 })).toBe(
    '1 recruit, 0 proven',
  );
});

test('pendingText says how many points the open claims will bring when they are proven', () => {
  expect(pendingText(stats)).toBe('+1,000 once proven');
  expect(pendingText({ ...stats, pendingPoints: 0 })).toBe('No claims open');
});

test('broughtBy names the referrer, and says whether the referral is claimed or proven', () => {
  const referrer = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
  expect(broughtBy({ ...stats, referrer, referrerStatus: 'claimed' })).toBe('7xKX…gAsU, claimed');
  expect(broughtBy({ ...stats, referrer, referrerStatus: 'proven' })).toBe('7xKX…gAsU, proven');
  expect(broughtBy(stats)).toBe('Nobody. You walked in.');
});

test('streakText says the streak in days', () => {
  expect(streakText(stats)).toBe('0 days');
  expect(streakText({ ...stats, streak: 1 })).toBe('1 day');
});

test('streakLabel says at what time of day the UTC day ends', () => {
  const end = formatTime(new Date('2026-11-27T00:00:00Z'));
  expect(streakLabel(new Date('2026-11-26T23:59:59Z'))).toBe(`Streak (day ends ${end})`);
});
