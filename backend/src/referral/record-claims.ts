import type { EntityManager } from 'typeorm';
import { dialectOf } from '../database/dialect.js';
import type { Foreseen } from '../database/writer.js';
import { joinWallets } from '../wallet/wallets.js';
import type { Claim, ClaimFacts } from './claim-facts.js';
import { findClaimFacts } from './claim-facts.js';
import { lockWallets } from './lock-wallets.js';
import { closesLoop } from './loop.js';
import type { Obstacle } from './obstacle.js';

/** What became of a claim. Only a recorded one has changed anything. */
export type ClaimOutcome =
  'recorded' | 'already claimed' | 'already proven' | 'another referrer' | 'loop' | Obstacle;

/**
 * Records claims in the order given, each as if it were alone: the first claim of a recruit stays, and none may close a
 * loop. What comes of them is written together.
 */
export async function recordClaims(
  manager: EntityManager,
  claims: readonly Claim[],
  now: Date,
): Promise<ClaimOutcome[]> {
  await lockWallets(manager, claims);
  const book = new ClaimBook();
  const outcomes: ClaimOutcome[] = [];
  for (const facts of await findClaimFacts(manager, claims)) {
    const outcome = book.decide(facts);
    if (outcome === null) await writeClaims(manager, book.takeUnwritten(), now);
    outcomes.push(outcome ?? (await decideByWalk(manager, book, facts)));
  }
  await writeClaims(manager, book.takeUnwritten(), now);
  return outcomes;
}

/** What {@link recordClaims} would come to; null when that takes more than one statement. */
export async function foreseeClaims(
  manager: EntityManager,
  claims: readonly Claim[],
  now: Date,
): Promise<Foreseen<ClaimOutcome[]> | null> {
  const book = new ClaimBook();
  const result: ClaimOutcome[] = [];
  for (const facts of await findClaimFacts(manager, claims)) {
    const outcome = book.decide(facts);
    if (outcome === null) return null;
    result.push(outcome);
  }
  const written = supposeRecorded(manager, book.takeUnwritten(), now);
  return written && { ...written, result };
}

/** What {@link foreseeClaims} comes to where nothing is known of the claims; null when that takes several statements. */
export function supposeRecorded(
  manager: EntityManager,
  claims: readonly Claim[],
  now: Date,
): Foreseen<ClaimOutcome[]> | null {
  const { toSql, writeClaims: sql } = dialectOf(manager);
  if (sql === null) return null;
  const parameters = [spellPairs(claims), now.toISOString()];
  return { result: claims.map(() => 'recorded'), sql: toSql(sql), parameters };
}

/** Claims that are decided one after the other, each in the knowledge of those before. */
class ClaimBook {
  private unwritten: Claim[] = [];
  /** The referrer of each recruit whose claim was recorded here. */
  private readonly recorded = new Map<string, string>();
  /** Those referrers. */
  private readonly recruiters = new Set<string>();

  /** Null when it takes the way up from the referrer to tell: only a recruit who has recruited somebody can close a loop. */
  decide(facts: ClaimFacts): ClaimOutcome | null {
    const { referrer, recruit } = facts;
    const existing = this.recorded.get(recruit) ?? facts.existingReferrer;
    if (existing !== null) {
      if (existing !== referrer) return 'another referrer';
      return facts.existingStatus === 'proven' ? 'already proven' : 'already claimed';
    }
    if (facts.obstacle !== null) return facts.obstacle;
    if (facts.hasRecruits === 1 || this.recruiters.has(recruit)) return null;
    return this.record(facts);
  }

  record({ referrer, recruit }: Claim): 'recorded' {
    this.unwritten.push({ referrer, recruit });
    this.recorded.set(recruit, referrer);
    this.recruiters.add(referrer);
    return 'recorded';
  }

  /** What was recorded since this was last asked for. */
  takeUnwritten(): Claim[] {
    return this.unwritten.splice(0);
  }
}

/** Everything that was recorded before is written by now. */
async function decideByWalk(
  manager: EntityManager,
  book: ClaimBook,
  { referrer, recruit }: Claim,
): Promise<ClaimOutcome> {
  return (await closesLoop(manager, referrer, recruit))
    ? 'loop'
    : book.record({ referrer, recruit });
}

async function writeClaims(
  manager: EntityManager,
  claims: readonly Claim[],
  now: Date,
): Promise<void> {
  if (claims.length === 0) return;
  const { toSql, elementsOf } = dialectOf(manager);
  const sql = `
INSERT INTO referral (recruit, referrer, status, claimed_at)
SELECT value ->> 0, value ->> 1, 'claimed', CAST($2 AS varchar) FROM ${elementsOf('$1')} ORDER BY key`;
  const wallets = new Set(claims.flatMap(({ referrer, recruit }) => [referrer, recruit]));
  await joinWallets(manager, [...wallets], now);
  await manager.query(toSql(sql), [spellPairs(claims), now.toISOString()]);
}

function spellPairs(claims: readonly Claim[]): string {
  return JSON.stringify(claims.map(({ recruit, referrer }) => [recruit, referrer]));
}
