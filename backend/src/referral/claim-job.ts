import type { EntityManager } from 'typeorm';
import type { Clock } from '../core/clock.js';
import type { Foreseen, GroupJob } from '../database/writer.js';
import type { Claim } from './claim-facts.js';
import type { ClaimOutcome } from './record-claims.js';
import { foreseeClaims, recordClaims, supposeRecorded } from './record-claims.js';

/**
 * Records claims that wait together. While all of them are of newcomers, nothing is asked before they are written: the
 * rules of the database refuse what is not to be recorded, and then they are decided one by one.
 */
export class ClaimJob implements GroupJob<Claim, ClaimOutcome> {
  private expectsNewcomers = true;

  constructor(private readonly clock: Clock) {}

  async run(manager: EntityManager, claims: readonly Claim[]): Promise<ClaimOutcome[]> {
    this.expectsNewcomers = false;
    return recordClaims(manager, claims, this.clock.now());
  }

  async foresee(
    manager: EntityManager,
    claims: readonly Claim[],
  ): Promise<Foreseen<ClaimOutcome[]> | null> {
    const now = this.clock.now();
    if (this.expectsNewcomers) return supposeRecorded(manager, claims, now);
    const foreseen = await foreseeClaims(manager, claims, now);
    this.expectsNewcomers = foreseen?.result.every((outcome) => outcome === 'recorded') ?? false;
    return foreseen;
  }
}
