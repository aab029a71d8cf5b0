import { Inject, Injectable } from '@nestjs/common';
import { Registry, type Counter } from 'prom-client';
import { z } from 'zod';
import { Clock } from '../core/clock.js';
import { LOG, type Log } from '../core/log.js';
import { PeriodicJob } from '../core/periodic-job.js';
import { lockPyramid } from '../database/dialect.js';
import { Reader, select } from '../database/reader.js';
import { Writer } from '../database/writer.js';
import { writeInTurns } from '../database/write-in-turns.js';
import { counterOf } from '../metrics/outcomes.js';
import { SETTINGS, type Settings } from '../settings.js';
import { ClaimTerm } from './claim-term.js';
import type { ClaimHistoryEntry } from './claim-history-entry.entity.js';
import { endClaims } from './record.js';

/** Interval of the sweep, in milliseconds. */
const SWEEP_MS = 60_000;

/** Maximum of claims per transaction, so that other writes do not wait long. */
const BATCH = 200;

const recruitRow = z.object({ recruit: z.string() });
const timeRow = z.object({ claimedAt: z.string() });

/** Time of the newest claim that exceeds the limit $1. */
const NEWEST_TOO_MANY = `
SELECT claimed_at AS "claimedAt" FROM referral WHERE status = 'claimed'
ORDER BY claimed_at DESC LIMIT 1 OFFSET $1`;

const OLDEST = `
SELECT recruit FROM referral WHERE status = 'claimed' AND claimed_at <= $1 ORDER BY claimed_at LIMIT ${BATCH}`;

/**
 * Ends expired claims, and the oldest claims beyond `MAX_CLAIMS`. Counts never include expired claims, so they are
 * right before the sweep, too.
 */
@Injectable()
export class ClaimSweep extends PeriodicJob {
  private readonly ended: Counter<'reason'>;

  constructor(
    private readonly reader: Reader,
    private readonly writer: Writer,
    private readonly clock: Clock,
    private readonly term: ClaimTerm,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'maxClaims'>,
    @Inject(LOG) log: Log,
    registry: Registry,
  ) {
    super(log, 'expired claims could not be ended', SWEEP_MS);
    this.ended = counterOf(registry, 'reason', ['expired', 'made room'], {
      name: 'pyramidion_claims_ended_total',
      help: 'Ended claims by reason: expired, or made room (there were too many)',
    });
  }

  /**
   * Ends every claim that has expired or exceeds the limit. Waits while the clock is doubtful, since nobody gets a claim
   * back.
   * @throws Unavailable if the database cannot be used now
   */
  async run(signal: AbortSignal): Promise<void> {
    if (this.clock.isDoubtful()) return;
    await this.end('expired', this.term.expiredUntil(), signal);
    const [tooMany] = await this.reader.select(timeRow, NEWEST_TOO_MANY, [this.settings.maxClaims]);
    if (tooMany !== undefined) await this.end('made room', tooMany.claimedAt, signal);
  }

  /** Ends claims up to a time in batches, until the server stops. */
  private async end(
    reason: ClaimHistoryEntry['reason'],
    until: string,
    signal: AbortSignal,
  ): Promise<void> {
    await writeInTurns(async () => {
      const rows = await this.writer.write(async (manager) => {
        await lockPyramid(manager);
        const found = await select(manager, recruitRow, OLDEST, [until]);
        const recruits = found.map(({ recruit }) => recruit);
        await endClaims(manager, recruits, reason, this.clock.now());
        return found;
      });
      this.ended.inc({ reason }, rows.length);
      return rows.length === BATCH;
    }, signal);
  }
}
