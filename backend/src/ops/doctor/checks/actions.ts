import type { Check } from '../check.js';
import { REPAIR } from '../check.js';
import { lookBySql, repairBySql } from '../sql-check.js';

const BANNED_AT = `(
    SELECT CASE action WHEN 'ban' THEN acted_at END FROM operator_action
    WHERE subject = wallet.address AND action IN ('ban', 'unban') ORDER BY number DESC LIMIT 1)`;

const LAST_SAYS = `(
    SELECT action FROM operator_action
    WHERE subject = recruit AND action IN ('revoke', 'unrevoke') ORDER BY number DESC LIMIT 1)`;

export const BANS_FOLLOW: Check = {
  name: 'Bans of wallets are those of the operator’s actions',
  look: lookBySql({
    things: 'wallets',
    from: 'wallet',
    faults: `
SELECT address || ' is banned since ' || coalesce(told_at, 'never') || ', and the actions say since '
  || coalesce(acted_at, 'never') AS what
FROM (SELECT address, banned_at AS told_at, ${BANNED_AT} AS acted_at FROM wallet) AS told
WHERE told_at IS DISTINCT FROM acted_at`,
  }),
  remedy: REPAIR,
  repair: repairBySql(
    'took the bans of wallets from the operator’s actions',
    `UPDATE wallet SET banned_at = ${BANNED_AT} WHERE banned_at IS DISTINCT FROM ${BANNED_AT}`,
  ),
};

export const REVOCATIONS_FOLLOW: Check = {
  name: 'Revoked are the referrals that the operator’s actions say',
  look: lookBySql({
    things: 'revoked referrals',
    from: 'revoked_referral',
    faults: `
SELECT recruit || ' is revoked, and no action says so' AS what
FROM revoked_referral WHERE ${LAST_SAYS} IS DISTINCT FROM 'revoke'
UNION ALL
SELECT recruit || ' counts, and its last action says that it is revoked'
FROM referral WHERE ${LAST_SAYS} = 'revoke'
UNION ALL
SELECT recruit || ' counts and is revoked at the same time'
FROM referral WHERE EXISTS (SELECT 1 FROM revoked_referral WHERE revoked_referral.recruit = referral.recruit)`,
  }),
  remedy: 'restore a backup from before, or revoke and unrevoke the recruit as it should be',
  repair: null,
};
