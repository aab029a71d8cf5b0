import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock } from '../core/clock.js';
import { Unavailable } from '../core/errors.js';
import { inSlices } from '../core/slices.js';
import { ClaimTerm } from '../referral/claim-term.js';
import { ReportCount } from './count-report.js';
import { ReportRepository } from './report.repository.js';
import type { Report } from './report.schema.js';

/** From this age of a report, a request starts the next count. */
const RENEWED_MS = 300_000;

/** From this age of a report, requests wait for the next count. */
const OUTDATED_MS = 600_000;

/** Our pages wait 10 s for an answer. */
const MAX_WAIT_MS = 8_000;

@Injectable()
export class ReportService {
  private kept: { readonly report: Report; readonly since: number } | null = null;
  private counting: Promise<void> | null = null;

  constructor(
    private readonly wallets: ReportRepository,
    private readonly term: ClaimTerm,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns a report that is at most ten minutes old.
   * @throws Unavailable if there is none, and counting takes longer than `maxWaitMs` or ten minutes, or cannot read the
   *   database
   */
  async current(maxWaitMs = MAX_WAIT_MS): Promise<Report> {
    const fresh = this.keptFor(RENEWED_MS);
    if (fresh !== null) return fresh;
    this.counting ??= this.count().finally(() => (this.counting = null));
    this.counting.catch(() => undefined);
    const kept = this.keptFor(OUTDATED_MS);
    if (kept !== null) return kept;
    await Promise.race([this.counting, delay(maxWaitMs, null, { ref: false })]);
    const counted = this.keptFor(OUTDATED_MS);
    if (counted === null) throw new Unavailable('The report is being counted.', 5);
    return counted;
  }

  /** Returns the last report, unless its count began `ms` ago or earlier. */
  private keptFor(ms: number): Report | null {
    const { kept } = this;
    return kept !== null && performance.now() - kept.since < ms ? kept.report : null;
  }

  private async count(): Promise<void> {
    const [since, now] = [performance.now(), this.clock.now()];
    const count = new ReportCount(now);
    for await (const page of this.wallets.pages(this.term.expiredUntil())) count.add(page);
    const report = { at: now.toISOString(), ...(await inSlices(count.finish())) };
    this.kept = { report, since };
  }
}
