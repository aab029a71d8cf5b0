import type { EntityManager } from 'typeorm';
import { dialectOf } from '../database/dialect.js';
import { joinWallets } from '../wallet/join.js';
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
  const book = new ClaimBook(manager, now);
  const outcomes: ClaimOutcome[] = [];
  for (const facts of await findClaimFacts(manager, claims)) {
    outcomes.push(await book.decide(facts));
  }
  await book.write();
  return outcomes;
}

/** Claims that are decided, and written once it takes the database to decide about the next one. */
class ClaimBook {
  private unwritten: Claim[] = [];
  /** The referrer of each recruit whose claim was recorded here. */
  private readonly recorded = new Map<string, string>();
  /** Those referrers. */
  private readonly recruiters = new Set<string>();

  constructor(
    private readonly manager: EntityManager,
    private readonly now: Date,
  ) {}

  async decide(facts: ClaimFacts): Promise<ClaimOutcome> {
    const { referrer, recruit } = facts;
    const existing = this.recorded.get(recruit) ?? facts.existingReferrer;
    if (existing !== null) {
      if (existing !== referrer) return 'another referrer';
      return facts.existingStatus === 'proven' ? 'already proven' : 'already claimed';
    }
    if (facts.obstacle !== null) return facts.obstacle;
    if (await this.closesLoop(facts)) return 'loop';
    this.unwritten.push({ referrer, recruit });
    this.recorded.set(recruit, referrer);
    this.recruiters.add(referrer);
    return 'recorded';
  }

  async write(): Promise<void> {
    const claims = this.unwritten;
    if (claims.length === 0) return;
    this.unwritten = [];
    const wallets = new Set(claims.flatMap(({ referrer, recruit }) => [referrer, recruit]));
    await joinWallets(this.manager, [...wallets], this.now);
    await insertClaims(this.manager, claims, this.now);
  }

  /** Only a recruit who has recruited somebody can close a loop. */
  private async closesLoop({ referrer, recruit, hasRecruits }: ClaimFacts): Promise<boolean> {
    if (!hasRecruits && !this.recruiters.has(recruit)) return false;
    await this.write();
    return closesLoop(this.manager, referrer, recruit);
  }
}

async function insertClaims(
  manager: EntityManager,
  claims: readonly Claim[],
  now: Date,
): Promise<void> {
  const { spell, elementsOf } = dialectOf(manager);
  const sql = `
INSERT INTO referral (recruit, referrer, status, claimed_at)
SELECT value ->> 0, value ->> 1, 'claimed', CAST($2 AS varchar) FROM ${elementsOf('$1')} ORDER BY key`;
  const pairs = JSON.stringify(claims.map(({ recruit, referrer }) => [recruit, referrer]));
  await manager.query(spell(sql), [pairs, now.toISOString()]);
}
