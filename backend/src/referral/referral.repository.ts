import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { select } from '../database/reader.js';
import { insertAll } from '../database/rows.js';
import { repositoryOf } from '../database/repository.js';
import type { ClaimHistoryEntry } from './claim-history-entry.entity.js';
import {
  decide,
  type Cycle,
  type Decision,
  type Evidence,
  type Facts,
  type ReferralEdge,
} from './decision.js';
import { Referral } from './referral.entity.js';
import { referralStatusSchema } from './referral.schema.js';
import { hasDeclined, hasRecruits, isBannedWallet, isRevoked } from './rules.js';

/** Maximum length of a chain that is searched for a cycle. */
export const MAX_ANCESTORS = 2_000;

/** SQLite has no booleans. */
const flag = z.coerce.boolean();

const factsRow = z.object({
  referrer: z.string(),
  recruit: z.string(),
  existingReferrer: z.string().nullable(),
  status: referralStatusSchema.nullable(),
  claimedAt: z.string().nullable(),
  hasDeclined: flag,
  isRevoked: flag,
  isReferrerBanned: flag,
  isRecruitBanned: flag,
  hasRecruits: flag,
});

const chainRow = z.object({
  recruit: z.string(),
  referrer: z.string(),
  status: referralStatusSchema,
});

type ChainRow = z.infer<typeof chainRow>;

/** The referrals above the referrer $1, up to the recruit $2; none if the recruit has no recruits. */
const CHAIN = `
WITH RECURSIVE step (recruit, referrer, status, distance) AS (
  SELECT recruit, referrer, status, 1 FROM referral WHERE recruit = $1 AND ${hasRecruits('$2')}
  UNION ALL
  SELECT referral.recruit, referral.referrer, referral.status, distance + 1
  FROM step JOIN referral ON referral.recruit = step.referrer
  WHERE distance < ${MAX_ANCESTORS} AND step.referrer <> $2
)`;

const endRow = z.object({ referrer: z.string(), distance: z.int() });

const END_OF_CHAIN = `${CHAIN} SELECT referrer, distance FROM step ORDER BY distance DESC LIMIT 1`;

const WHOLE_CHAIN = `${CHAIN} SELECT recruit, referrer, status FROM step ORDER BY distance`;

const countRow = z.object({ claims: z.coerce.number() });

const COUNT_CLAIMS = `SELECT count(*) AS claims FROM referral WHERE status = 'claimed'`;

const recruitRow = z.object({ recruit: z.string() });

const RECRUITS_SINCE = `
SELECT recruit FROM referral
WHERE referrer = $1 AND coalesce(proven_at, claimed_at) >= $2
ORDER BY coalesce(proven_at, claimed_at), recruit`;

const OLDEST_CLAIMS = `
SELECT recruit FROM referral WHERE status = 'claimed' AND claimed_at <= $1 ORDER BY claimed_at LIMIT $2`;

@Injectable()
export class ReferralRepository extends repositoryOf(Referral) {
  /** Returns the facts about each edge, in the given order. Claims of time `expiredUntil` or earlier have expired. */
  async factsOf(edges: readonly ReferralEdge[], expiredUntil: string): Promise<Facts[]> {
    const sql = `
WITH edge AS MATERIALIZED (${this.dialect.pairsOf('$1', 'referrer', 'recruit')})
SELECT edge.referrer, edge.recruit, existing.referrer AS "existingReferrer", existing.status, existing.claimed_at AS "claimedAt",
  ${hasDeclined('edge.recruit')} AS "hasDeclined", ${isRevoked('edge.recruit')} AS "isRevoked",
  ${isBannedWallet('edge.referrer')} AS "isReferrerBanned", ${isBannedWallet('edge.recruit')} AS "isRecruitBanned",
  ${hasRecruits('edge.recruit')} AS "hasRecruits"
FROM edge LEFT JOIN referral AS existing ON existing.recruit = edge.recruit ORDER BY edge.n`;
    const rows = await select(this.manager, factsRow, sql, [toJson(edges)]);
    return rows.map(({ existingReferrer: referrer, status, claimedAt, ...facts }) => ({
      ...facts,
      existing:
        referrer === null || status === null
          ? null
          : { referrer, status, hasExpired: (claimedAt ?? '') <= expiredUntil },
    }));
  }

  /** No claim counts as expired: expiry does not change the decision about a proof. */
  factsForProofs(edges: readonly ReferralEdge[]): Promise<Facts[]> {
    return this.factsOf(edges, '');
  }

  async decisionAbout(facts: Facts, evidence: Evidence): Promise<Decision> {
    const decision = decide(facts, evidence);
    if (decision.verdict !== 'search') return decision;
    return decide(facts, evidence, await this.cycleOf(facts, evidence));
  }

  /**
   * Returns the cycle that a referral would close, or a chain that is too long to search; null if there is neither. An
   * attacker must not be able to end another wallet's claim by adding a few referrals to its chain. So the weakest
   * claim of a cycle is the one nearest to the recruit, and that of a long chain is the one nearest to its middle.
   */
  async cycleOf({ referrer, recruit }: ReferralEdge, evidence: Evidence): Promise<Cycle | null> {
    const [end] = await select(this.manager, endRow, END_OF_CHAIN, [referrer, recruit]);
    if (end === undefined) return null;
    const isMet = end.referrer === recruit;
    if (!isMet && end.distance < MAX_ANCESTORS) return null;
    // A claim cannot break a cycle.
    if (isMet && evidence === 'claim') return { isMet, weakest: null };
    const chain = await select(this.manager, chainRow, WHOLE_CHAIN, [referrer, recruit]);
    const weakest = isMet ? chain.findLast(isClaim) : claimNearestMiddle(chain);
    return { isMet, weakest: weakest?.recruit ?? null };
  }

  async countClaims(): Promise<number> {
    const [row] = await select(this.manager, countRow, COUNT_CLAIMS);
    return row?.claims ?? 0;
  }

  async oldestClaims(until: string, limit: number): Promise<string[]> {
    const rows = await select(this.manager, recruitRow, OLDEST_CLAIMS, [until, limit]);
    return rows.map(({ recruit }) => recruit);
  }

  async recruitsSince(referrer: string, since: string): Promise<string[]> {
    const rows = await select(this.manager, recruitRow, RECRUITS_SINCE, [referrer, since]);
    return rows.map(({ recruit }) => recruit);
  }

  async insertClaims(edges: readonly ReferralEdge[], now: Date): Promise<void> {
    const claimedAt = now.toISOString();
    const rows = edges.map(({ recruit, referrer }) => ({
      recruit,
      referrer,
      status: 'claimed' as const,
      claimedAt,
    }));
    await insertAll(this, rows);
  }

  /** Inserts proofs. The claim of a recruit, if there is one, becomes the proof. */
  async insertProofs(proofs: readonly Referral[]): Promise<void> {
    const update = `ON CONFLICT (recruit) DO UPDATE SET referrer = excluded.referrer, status = excluded.status,
  proven_at = excluded.proven_at, log_index = excluded.log_index, week = excluded.week`;
    await insertAll(this, proofs, update);
  }

  /** Moves the claims on these recruits to the history. Proven referrals stay. */
  async endClaims(
    recruits: readonly string[],
    reason: ClaimHistoryEntry['reason'],
    now: Date,
  ): Promise<void> {
    if (recruits.length === 0) return;
    const elements = this.dialect.elementsOf('$1');
    const keep = `
INSERT INTO claim_history_entry (recruit, referrer, claimed_at, reason, ended_at)
SELECT recruit, referrer, claimed_at, CAST($2 AS varchar), CAST($3 AS varchar)
FROM ${elements} CROSS JOIN referral WHERE recruit = value AND status = 'claimed' ORDER BY key`;
    const remove = `
DELETE FROM referral WHERE status = 'claimed' AND recruit IN (SELECT value FROM ${elements})`;
    const json = JSON.stringify(recruits);
    await this.manager.query(keep, [json, reason, now.toISOString()]);
    await this.manager.query(remove, [json]);
  }
}

const isClaim = ({ status }: ChainRow): boolean => status === 'claimed';

function claimNearestMiddle(chain: readonly ChainRow[]): ChainRow | undefined {
  const middle = Math.floor(chain.length / 2);
  const below = chain.slice(0, middle).findLast(isClaim);
  const above = chain.slice(middle).find(isClaim);
  if (below === undefined || above === undefined) return below ?? above;
  return middle - chain.indexOf(below) < chain.indexOf(above) - middle ? below : above;
}

function toJson(edges: readonly ReferralEdge[]): string {
  return JSON.stringify(edges.map(({ referrer, recruit }) => [referrer, recruit]));
}
