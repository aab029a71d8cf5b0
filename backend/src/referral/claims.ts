import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { dialectOf, lockPyramid, type Dialect } from '../database/dialect.js';
import { select } from '../database/reader.js';
import { AGAIN } from '../database/writer.js';
import { joinWallets } from '../wallet/wallets.js';
import { findCycle, searchCycle, type ReferralEdge } from './cycle.js';
import { endClaims } from './record.js';
import { referralStatusSchema } from './referral.schema.js';
import { hasDeclined, hasRecruits, isBannedWallet, isRevoked, type Rejection } from './rules.js';

/*
 * Records a batch of claims in one transaction of five statements. This is 5 times as fast as one transaction per
 * claim. With TypeORM's repositories instead of SQL, it would be 0.4 times as fast.
 */

const verdictRow = z.object({
  verdict: z.enum([
    'recorded',
    'taken',
    'declined',
    'revoked',
    'banned',
    'again',
    'replaces',
    'new',
  ]),
  /** Status of the recruit's existing referral. */
  status: referralStatusSchema.nullable(),
  leads: z.int(),
});

/**
 * Returns SQL for the verdict on each claim of the JSON array $1; claims made up to $2 have expired. A claim waits for
 * the next batch if an earlier claim of this batch names its recruit, if an earlier claim's recruit is its referrer, or
 * if its recruit and the recruit of an earlier claim both have recruits: the two claims could form a cycle together.
 */
const verdictSql = (dialect: Dialect): string => `
WITH pair AS MATERIALIZED (
  ${dialect.pairsOf('$1', 'referrer', 'recruit')}
), claim AS MATERIALIZED (
  SELECT pair.*, ${hasRecruits('pair.recruit')} AS leads FROM pair
)
SELECT CASE
  WHEN existing.status = 'proven' OR existing.claimed_at > $2 THEN
    CASE WHEN existing.referrer = claim.referrer THEN 'recorded' ELSE 'taken' END
  WHEN ${hasDeclined('claim.recruit')} THEN 'declined'
  WHEN ${isRevoked('claim.recruit')} THEN 'revoked'
  WHEN ${isBannedWallet('claim.referrer')} THEN 'banned'
  WHEN EXISTS (
    SELECT 1 FROM claim AS earlier WHERE earlier.n < claim.n AND (
      earlier.recruit IN (claim.recruit, claim.referrer) OR earlier.referrer = claim.recruit
      OR (earlier.leads AND claim.leads))) THEN 'again'
  WHEN existing.recruit IS NOT NULL THEN 'replaces'
  ELSE 'new' END AS verdict, existing.status, CASE WHEN claim.leads THEN 1 ELSE 0 END AS leads
FROM claim LEFT JOIN referral AS existing ON existing.recruit = claim.recruit ORDER BY claim.n`;

const insertSql = (dialect: Dialect): string => `
INSERT INTO referral (recruit, referrer, status, claimed_at)
SELECT recruit, referrer, 'claimed', CAST($2 AS varchar)
FROM (${dialect.pairsOf('$1', 'referrer', 'recruit')}) AS claim ORDER BY n`;

/** The outcome of a claim: newly recorded, recorded before, or rejected by a rule. */
export type ClaimOutcome =
  | { readonly verdict: 'new' | 'replaces'; readonly status: 'claimed' }
  | { readonly verdict: 'recorded'; readonly status: 'claimed' | 'proven' }
  | { readonly verdict: Exclude<Rejection, 'cycle'>; readonly status: null }
  /** `lastEnd` names the last referral that had ended. */
  | { readonly verdict: 'cycle'; readonly status: null; readonly lastEnd: string };

/** How long a rejected cycle is remembered, in milliseconds, in case somebody removes a referral by hand. */
const REMEMBER_MS = 60_000;

/** Maximum of remembered cycles. Each takes about 200 bytes. */
const MAX_REMEMBERED = 10_000;

/**
 * Claims that were rejected as cycles. Searching a chain takes up to 50 ms. A chain breaks only when a referral ends or
 * is revoked, and both add a numbered row, so a rejection is valid while the last numbers stay the same.
 */
export class RejectedCycles {
  private readonly lastEnds = new LRUCache<string, string>({
    max: MAX_REMEMBERED,
    ttl: REMEMBER_MS,
    noUpdateTTL: true,
  });

  /** Remembers a rejection. Call it after the commit, since a rollback may have undone a referral of the chain. */
  add(claim: ReferralEdge, lastEnd: string): void {
    this.lastEnds.set(keyOf(claim), lastEnd);
  }

  has(claim: ReferralEdge): boolean {
    return this.lastEnds.has(keyOf(claim));
  }

  /** Returns the outcome of a claim that was rejected while `lastEnd` was the same; otherwise null. */
  find(claim: ReferralEdge, lastEnd: string): ClaimOutcome | null {
    const isSame = this.lastEnds.get(keyOf(claim)) === lastEnd;
    return isSame ? { verdict: 'cycle', status: null, lastEnd } : null;
  }
}

const keyOf = ({ referrer, recruit }: ReferralEdge): string => `${referrer} ${recruit}`;

const lastEndRow = z.object({ lastEnd: z.string() });

const LAST_END = `
SELECT coalesce((SELECT max(number) FROM claim_history_entry), 0) || ' '
  || coalesce((SELECT max(number) FROM audit_log), 0) AS "lastEnd"`;

/** Returns the numbers of the last ended claim and of the last action of the operator. */
async function readLastEnd(manager: EntityManager): Promise<string> {
  const [row] = await select(manager, lastEndRow, LAST_END);
  return row?.lastEnd ?? '';
}

const recruitRow = z.object({ recruit: z.string() });

/** Returns the recruits of the claims that have a referrer. */
async function readReferred(
  manager: EntityManager,
  claims: readonly ReferralEdge[],
): Promise<string[]> {
  const pairs = dialectOf(manager).pairsOf('$1', 'referrer', 'recruit');
  const sql = `SELECT recruit FROM referral WHERE recruit IN (SELECT recruit FROM (${pairs}) AS claim)`;
  return (await select(manager, recruitRow, sql, [toJson(claims)])).map(({ recruit }) => recruit);
}

/**
 * Records the claims that no rule rejects. Equal claims are decided once.
 * @param expiredUntil claims made up to this time have expired
 * @returns the outcome of each claim, in order
 */
export async function recordClaims(
  manager: EntityManager,
  claims: readonly ReferralEdge[],
  now: Date,
  expiredUntil: string,
  rejected = new RejectedCycles(),
): Promise<(ClaimOutcome | typeof AGAIN)[]> {
  await lockPyramid(manager);
  const rejectedBefore = claims.filter((claim) => rejected.has(claim));
  const isAnyKnown = rejectedBefore.length > 0;
  const lastEnd = isAnyKnown ? await readLastEnd(manager) : '';
  const referred = isAnyKnown ? await readReferred(manager, rejectedBefore) : [];
  const outcomes = new Map<string, ClaimOutcome | typeof AGAIN>();
  const undecided = new Map<string, ReferralEdge>();
  for (const claim of claims) {
    // A recruit that has a referrer meanwhile is taken, which is another rejection.
    const known = referred.includes(claim.recruit) ? null : rejected.find(claim, lastEnd);
    if (known === null) undecided.set(keyOf(claim), claim);
    else outcomes.set(keyOf(claim), known);
  }
  const decided = await decide(manager, [...undecided.values()], now, expiredUntil);
  for (const [index, key] of [...undecided.keys()].entries()) {
    outcomes.set(key, decided[index] ?? AGAIN);
  }
  return claims.map((claim) => {
    const key = keyOf(claim);
    const outcome = outcomes.get(key) ?? AGAIN;
    // An equal claim that follows finds this one recorded.
    if (outcome !== AGAIN && outcome.status === 'claimed') {
      outcomes.set(key, { verdict: 'recorded', status: 'claimed' });
    }
    return outcome;
  });
}

async function decide(
  manager: EntityManager,
  claims: readonly ReferralEdge[],
  now: Date,
  expiredUntil: string,
): Promise<(ClaimOutcome | typeof AGAIN)[]> {
  if (claims.length === 0) return [];
  const dialect = dialectOf(manager);
  const sql = verdictSql(dialect);
  const rows = await select(manager, verdictRow, sql, [toJson(claims), expiredUntil]);
  const accepted: ReferralEdge[] = [];
  const replaced: string[] = [];
  const outcomes: (ClaimOutcome | typeof AGAIN)[] = [];
  for (const [index, claim] of claims.entries()) {
    const { verdict, status, leads } = rows[index] ?? UNDECIDED;
    if (verdict === 'again') outcomes.push(AGAIN);
    else if (verdict === 'recorded') outcomes.push({ verdict, status: status ?? 'claimed' });
    else if (verdict !== 'new' && verdict !== 'replaces') outcomes.push({ verdict, status: null });
    else if (leads === 1 && !(await breakCycle(manager, claim, now))) {
      outcomes.push({ verdict: 'cycle', status: null, lastEnd: await readLastEnd(manager) });
    } else {
      if (verdict === 'replaces') replaced.push(claim.recruit);
      accepted.push(claim);
      outcomes.push({ verdict, status: 'claimed' });
    }
  }
  if (replaced.length > 0) await endClaims(manager, replaced, 'expired', now);
  if (accepted.length > 0) {
    const wallets = accepted.flatMap(({ referrer, recruit }) => [referrer, recruit]);
    await joinWallets(manager, wallets, now);
    await manager.query(insertSql(dialect), [toJson(accepted), now.toISOString()]);
  }
  return outcomes;
}

const UNDECIDED = { verdict: 'again', status: null, leads: 0 } as const;

/**
 * Returns false if the claim would close a cycle. If the chain above the referrer is too long to search, ends one of
 * its claims.
 */
async function breakCycle(
  manager: EntityManager,
  claim: ReferralEdge,
  now: Date,
): Promise<boolean> {
  const found = await searchCycle(manager, claim);
  if (found !== 'too long') return found === null;
  const cycle = await findCycle(manager, claim);
  if (cycle?.weakest === undefined) return false;
  await endClaims(manager, [cycle.weakest.recruit], 'made room', now);
  return true;
}

function toJson(claims: readonly ReferralEdge[]): string {
  return JSON.stringify(claims.map(({ referrer, recruit }) => [referrer, recruit]));
}
