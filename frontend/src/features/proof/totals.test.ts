import { describe, expect, it } from '@jest/globals';
import { Totals } from './totals';

const FOUNDER = 'founder';

function counted(): Totals {
  const totals = new Totals();
  for (const recruit of ['one', 'two', 'three']) totals.prove(recruit, FOUNDER);
  totals.prove('four', 'other');
  return totals;
}

describe('the totals', () => {
  it('count the proven recruits of each referrer', () => {
    expect(['other', FOUNDER, 'nobody'].map((wallet) => counted().recruitsOf(wallet))).toEqual([
      1, 3, 0,
    ]);
  });

  it('count a recruit once, for the referrer of the first proof', () => {
    const totals = counted();
    expect(totals.prove('one', 'other')).toBe(false);
    expect([totals.recruitsOf(FOUNDER), totals.recruitsOf('other')]).toEqual([3, 1]);
  });

  it.each([
    ['the referrer is banned', [['ban', FOUNDER]], 0, 3],
    ['the recruit is revoked', [['revoke', 'one']], 2, 1],
    ['the recruit is revoked twice', [['revoke', 'one'], ['revoke', 'one']], 2, 1], // prettier-ignore
    ['the recruit is revoked and the referrer banned', [['revoke', 'one'], ['ban', FOUNDER]], 0, 3], // prettier-ignore
    ['a wallet without a proof is revoked', [['revoke', 'nobody']], 3, 0],
    [
      'a revocation and a ban are undone',
      [['revoke', 'one'], ['ban', FOUNDER], ['unban', FOUNDER], ['unrevoke', 'one']], // prettier-ignore
      3,
      0,
    ],
  ] as const)('count withheld proofs apart if %s', (_what, actions, recruits, withheld) => {
    const totals = counted();
    for (const [action, subject] of actions) totals.apply({ action, subject });
    expect([totals.recruitsOf(FOUNDER), totals.withheld]).toEqual([recruits, withheld]);
  });
});
