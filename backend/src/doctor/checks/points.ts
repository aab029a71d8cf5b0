import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { select } from '../../database/reader.js';
import { DERIVED_COLUMNS } from '../../database/objects/recount.js';
import { POINTS_PER_CHECK_IN, POINTS_PER_RECRUIT } from '../../game.js';
import { isRevoked } from '../../referral/rules.js';
import { LedgerRepository } from '../../points/ledger.repository.js';
import { AuditLogRepository } from '../../wallet/audit-log.repository.js';
import { checkWallets, lookBySql, REPAIR, type Check } from '../check.js';

const { banned_at: BANNED_AT, points: LAST_TOTAL } = DERIVED_COLUMNS;

const LAST_SAYS = `(
    SELECT action FROM audit_log
    WHERE subject = recruit AND action IN ('revoke', 'unrevoke') ORDER BY number DESC LIMIT 1)`;

const NOT_REWARDED = `check_in WHERE NOT EXISTS (
  SELECT 1 FROM ledger_entry
  WHERE cause = 'check-in' AND reference = day AND ledger_entry.wallet = check_in.wallet)`;

const BANNED_WITH_POINTS = 'wallet WHERE banned_at IS NOT NULL AND points <> 0';

/** The first SELECT checks that the entries for a recruit, with their reversals, add up to the points due. */
const FAULTS = `
SELECT CASE sum(due)
  WHEN 0 THEN wallet || ' has ' || sum(points) || ' points for ' || recruit || ', who is not its proven recruit'
  ELSE 'the proven recruit ' || recruit || ' has brought ' || wallet || ' ' || sum(points) || ' points, not ' || sum(due)
  END AS what
FROM (
  WITH RECURSIVE brought (recruit, wallet, number, points) AS (
    SELECT reference, wallet, number, points FROM ledger_entry WHERE cause = 'recruit'
    UNION ALL
    SELECT recruit, next.wallet, next.number, next.points
    FROM brought JOIN ledger_entry AS next
      ON next.cause = 'reversal' AND next.reference = CAST(brought.number AS varchar))
  SELECT recruit, wallet, 0 AS due, points FROM brought
  UNION ALL SELECT recruit, referrer, ${POINTS_PER_RECRUIT}, 0 FROM referral WHERE status = 'proven') AS told
GROUP BY recruit, wallet HAVING sum(points) <> sum(due)
UNION ALL
SELECT wallet || ' has no points for its check-in of ' || day FROM ${NOT_REWARDED}
UNION ALL
SELECT address || ' is banned, but has ' || points || ' points' FROM ${BANNED_WITH_POINTS}
UNION ALL
SELECT 'entry ' || number || ' is for a missing check-in'
FROM ledger_entry WHERE cause = 'check-in' AND NOT EXISTS (
  SELECT 1 FROM check_in WHERE check_in.wallet = ledger_entry.wallet AND day = reference)
UNION ALL
SELECT 'action ' || number || ', ' || action || ', has no entry'
FROM audit_log WHERE action IN ('ban', 'unban') AND NOT EXISTS (
  SELECT 1 FROM ledger_entry
  WHERE cause = action AND reference = CAST(audit_log.number AS varchar) AND wallet = subject)
UNION ALL
SELECT 'entry ' || number || ' is for a missing action'
FROM ledger_entry WHERE cause IN ('ban', 'unban') AND NOT EXISTS (
  SELECT 1 FROM audit_log
  WHERE audit_log.number = CAST(reference AS bigint)
    AND (subject = wallet AND action = cause OR cause = 'ban' AND action IN ('revoke', 'unrevoke')))
UNION ALL
SELECT 'entry ' || number || ' takes back a missing entry'
FROM ledger_entry AS reversal WHERE cause = 'reversal' AND NOT EXISTS (
  SELECT 1 FROM ledger_entry AS taken_back
  WHERE taken_back.number = CAST(reversal.reference AS bigint)
    AND taken_back.wallet = reversal.wallet AND taken_back.points = -reversal.points)`;

const dueRow = z.object({
  wallet: z.string(),
  cause: z.enum(['recruit', 'check-in']),
  reference: z.string(),
  points: z.int(),
});

const bannedRow = z.object({ address: z.string(), actedAt: z.string(), points: z.int() });

/** Selects the ledger entries that are missing for proofs and check-ins, oldest first. */
const DUE = `
SELECT referrer AS wallet, 'recruit' AS cause, recruit AS reference, ${POINTS_PER_RECRUIT} AS points, proven_at AS since
FROM referral WHERE status = 'proven' AND NOT EXISTS (
  SELECT 1 FROM ledger_entry WHERE cause = 'recruit' AND reference = recruit)
UNION ALL
SELECT wallet, 'check-in', day, ${POINTS_PER_CHECK_IN}, checked_in_at FROM ${NOT_REWARDED}
ORDER BY since`;

async function enterWhatIsDue(manager: EntityManager, now: Date): Promise<void> {
  const ledger = new LedgerRepository(manager);
  for (const { wallet, cause, reference, points } of await select(manager, dueRow, DUE)) {
    await ledger.add({ wallet, cause, reference, points, recordedAt: now.toISOString() });
  }
  await takeFromBanned(manager, now);
}

/**
 * Sets the points of banned wallets to 0, by a second ban each, since an action has one ledger entry at most. It has the
 * time of the first, so it changes no week, and the first one's entry in the transparency log covers it.
 */
async function takeFromBanned(manager: EntityManager, now: Date): Promise<void> {
  const why = `${REPAIR} added missing points`;
  const banned = `SELECT address, banned_at AS "actedAt", points FROM ${BANNED_WITH_POINTS}`;
  for (const { address: wallet, actedAt, points } of await select(manager, bannedRow, banned)) {
    const action = { action: 'ban', subject: wallet, why, actedAt } as const;
    const reference = String(await new AuditLogRepository(manager).add(action));
    const entry = { wallet, cause: 'ban', reference, points: -points } as const;
    await new LedgerRepository(manager).add({ ...entry, recordedAt: now.toISOString() });
  }
}

/** Bans and revocations are checked first, since points depend on them. */
export const POINTS_CHECKS: readonly Check[] = [
  checkWallets(
    'Bans of wallets match the operator’s actions',
    ['banned_at'],
    `address || ' is banned since ' || coalesce(banned_at, 'never') || ', but the audit log says since '
  || coalesce(${BANNED_AT}, 'never')`,
    'set the bans of wallets by the audit log',
  ),
  {
    name: 'Revoked referrals match the operator’s actions',
    look: lookBySql(
      ['revoked referral', 'revoked referrals'],
      'revoked_referral',
      `
SELECT recruit || ' is revoked, but the audit log does not say so' AS what
FROM revoked_referral WHERE ${LAST_SAYS} IS DISTINCT FROM 'revoke'
UNION ALL
SELECT recruit || ' counts, but the audit log says that it is revoked'
FROM referral WHERE ${LAST_SAYS} = 'revoke'
UNION ALL
SELECT recruit || ' counts and is revoked at the same time' FROM referral WHERE ${isRevoked('referral.recruit')}`,
    ),
    remedy: 'restore an older backup, or correct it with revoke or unrevoke',
  },
  {
    name: 'The ledger adds up, entry by entry',
    look: lookBySql(
      ['entry', 'entries'],
      'ledger_entry',
      `
SELECT 'entry ' || number || ' of ' || wallet || ' says ' || total || ' points in all, but the entries up to it add up to '
  || added AS what
FROM (
  SELECT number, wallet, total, sum(points) OVER (PARTITION BY wallet ORDER BY number) AS added
  FROM ledger_entry) AS entry
WHERE total <> added`,
    ),
    remedy: 'the ledger is never changed: restore an older backup',
  },
  checkWallets(
    'Points of wallets match the ledger',
    ['points'],
    `address || ' has ' || points || ' points, but the ledger says ' || ${LAST_TOTAL}`,
    'set the points of wallets by the ledger',
  ),
  {
    name: 'Every proven recruit, check-in and ban has its points, and no other points exist',
    look: lookBySql(
      ['entry, recruit or check-in', 'entries, recruits and check-ins'],
      `(SELECT wallet FROM ledger_entry UNION ALL SELECT recruit FROM referral WHERE status = 'proven'
  UNION ALL SELECT wallet FROM check_in)`,
      FAULTS,
    ),
    remedy: `${REPAIR} adds missing entries; for other faults, restore an older backup`,
    repair: { did: 'added missing entries to the ledger', run: enterWhatIsDue },
  },
];
