import { Inject, Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { Registry, type Counter } from 'prom-client';
import { EntityManager } from 'typeorm';
import { Clock } from '../core/clock.js';
import { LOG, type Log } from '../core/log.js';
import { PeriodicJob } from '../core/periodic-job.js';
import { BACKGROUND } from '../database/database.js';
import { Writer } from '../database/writer.js';
import { writeInTurns } from '../database/write-in-turns.js';
import { counterOf } from '../metrics/outcomes.js';
import { Settings } from '../settings.js';
import { ClaimTerm } from './claim-term.js';
import type { ClaimHistoryEntry } from './claim-history-entry.entity.js';
import { ReferralRepository } from './referral.repository.js';

const SWEEP_MS = 60_000;

/** Maximum number of claims per transaction, since other writes wait until it ends. */
const BATCH = 200;

/** Ends expired claims, and the oldest claims beyond `MAX_CLAIMS`. */
@Injectable()
export class ClaimSweep extends PeriodicJob {
  private readonly ended: Counter<'reason'>;

  constructor(
    @InjectEntityManager(BACKGROUND) private readonly manager: EntityManager,
    private readonly writer: Writer,
    private readonly clock: Clock,
    private readonly term: ClaimTerm,
    private readonly settings: Settings,
    @Inject(LOG) log: Log,
    registry: Registry,
  ) {
    super(log, 'expired claims could not be ended', SWEEP_MS);
    this.ended = counterOf(registry, 'reason', ['expired', 'made room'], {
      name: 'pyramidion_claims_ended_total',
      help: 'Ended claims by reason: expired, or made room (there were too many)',
    });
  }

  /** Does nothing while the clock is doubtful: an ended claim cannot be restored. */
  async run(signal: AbortSignal): Promise<void> {
    if (this.clock.isDoubtful()) return;
    await this.end('expired', this.term.expiredUntil(), Infinity, signal);
    const claims = await new ReferralRepository(this.manager).countClaims();
    const excess = claims - this.settings.maxClaims;
    await this.end('made room', this.clock.now().toISOString(), excess, signal);
  }

  /** Ends the oldest claims of time `until` or earlier, at most `count` of them. */
  private async end(
    reason: ClaimHistoryEntry['reason'],
    until: string,
    count: number,
    signal: AbortSignal,
  ): Promise<void> {
    let left = count;
    if (left <= 0) return;
    await writeInTurns(async () => {
      const ended = await this.writer.write(async (manager) => {
        const referrals = new ReferralRepository(manager);
        const recruits = await referrals.oldestClaims(until, Math.min(left, BATCH));
        await referrals.endClaims(recruits, reason, this.clock.now());
        return recruits.length;
      });
      this.ended.inc({ reason }, ended);
      left -= ended;
      return ended === BATCH && left > 0;
    }, signal);
  }
}
