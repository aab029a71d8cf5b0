import type { Check } from '../check.js';
import { REPAIR } from '../check.js';
import { lookBySql, repairBySql } from '../sql-check.js';

const DIRECT = '(SELECT count(*) FROM referral WHERE referrer = wallet.address)';
const PROVEN = `(SELECT count(*) FROM referral WHERE referrer = wallet.address AND status = 'proven')`;

export const RECRUITS_FOLLOW: Check = {
  name: 'Recruits of wallets are those of the referrals',
  look: lookBySql({
    things: 'wallets',
    from: 'wallet',
    faults: `
SELECT address || ' has ' || direct_recruits || ' recruits, ' || proven_recruits
  || ' of them proven, and the referrals make ' || direct || ' and ' || proven AS what
FROM (
  SELECT address, direct_recruits, proven_recruits, ${DIRECT} AS direct, ${PROVEN} AS proven
  FROM wallet) AS told
WHERE direct_recruits <> direct OR proven_recruits <> proven`,
  }),
  remedy: REPAIR,
  repair: repairBySql(
    'counted the recruits of wallets again',
    `UPDATE wallet SET direct_recruits = ${DIRECT}, proven_recruits = ${PROVEN}
WHERE direct_recruits <> ${DIRECT} OR proven_recruits <> ${PROVEN}`,
  ),
};
