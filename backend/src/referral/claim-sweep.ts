import { Inject, Injectable } from '@nestjs/common';
import { Registry, type Counter } from 'prom-client';
import { z } from 'zod';
import { Clock } from '../core/clock.js';
import { LOG, type Log } from '../core/log.js';
import { PeriodicJob } from '../core/periodic-job.js';
import { lockPyramid } from '../database/dialect.js';
import { Reader, select } from '../database/reader.js';
import { Writer } from '../database/writer.js';
import { counterOf } from '../metrics/outcomes.js';
import { SETTINGS, type Settings } from '../settings.js';
import { ClaimTerm } from './claim-term.js';
import type { ClaimHistoryEntry } from './claim-history-entry.entity.js';
import { endClaims } from './record.js';

/** How often claims that are over are taken away, in milliseconds. */
const SWEEP_MS = 60_000;

/** Claims that end in one transaction, so that nobody waits long for their turn to write. */
const BATCH = 200;

const recruitRow = z.object({ recruit: z.string() });
const timeRow = z.object({ claimedAt: z.string() });

/** The time of the newest claim that is one too many, when there are more than $1. */
const NEWEST_TOO_MANY = `
SELECT claimed_at AS "claimedAt" FROM referral WHERE status = 'claimed'
ORDER BY claimed_at DESC LIMIT 1 OFFSET $1`;

/** The oldest claims made up to $1. */
const OLDEST = `
SELECT recruit FROM referral WHERE status = 'claimed' AND claimed_at <= $1 ORDER BY claimed_at LIMIT ${BATCH}`;

/**
 * Takes away claims that were not proven in time, and the oldest where there are more than `MAX_CLAIMS`. That they count
 * no more does not wait for it: whoever counts leaves out what has expired.
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
    super(log, 'claims that are over stay for now', SWEEP_MS);
    this.ended = counterOf(registry, 'reason', ['expired', 'displaced'], {
      name: 'pyramidion_claims_ended_total',
      help: 'Claims that were taken away, by reason: expired, displaced (there were too many)',
    });
  }

  /**
   * Ends every claim that is over.
   * @throws Unavailable when the database cannot be read or written now
   */
  async run(signal: AbortSignal): Promise<void> {
    await this.end('expired', this.term.expiredUntil(), signal);
    const [tooMany] = await this.reader.select(timeRow, NEWEST_TOO_MANY, [this.settings.maxClaims]);
    if (tooMany !== undefined) await this.end('displaced', tooMany.claimedAt, signal);
  }

  /** Ends the claims that were made up to a time, a batch after the other, until the server stops. */
  private async end(
    reason: ClaimHistoryEntry['reason'],
    until: string,
    signal: AbortSignal,
  ): Promise<void> {
    for (;;) {
      const rows = await this.writer.write(async (manager) => {
        await lockPyramid(manager);
        const found = await select(manager, recruitRow, OLDEST, [until]);
        const recruits = found.map(({ recruit }) => recruit);
        await endClaims(manager, recruits, reason, this.clock.now());
        return found;
      });
      this.ended.inc({ reason }, rows.length);
      if (rows.length < BATCH || signal.aborted) return;
    }
  }
}
