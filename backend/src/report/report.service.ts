import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '../core/clock.js';
import { inSlices } from '../core/slices.js';
import { BackgroundReader, pagesOf } from '../database/reader.js';
import { ClaimTerm, isCounted } from '../referral/claim-term.js';
import { countReport } from './count-report.js';
import type { Report } from './report.schema.js';

/** Age in milliseconds from which a request starts the next count, and from which requests wait for it. */
const RENEWED_MS = 300_000;
const OUTDATED_MS = 600_000;

/** Wallets per statement. Parsing them takes a millisecond. */
const PAGE = 2_000;

const pageRow = z.object({ facts: z.string(), last: z.int() });

const numberIn = (text: string): string => `CAST(replace(${text}, '-', '') AS integer)`;

const IS_PROVEN = `above.address IS NOT NULL AND referral.status = 'proven'`;
const IS_CLAIMED = `above.address IS NOT NULL AND referral.status = 'claimed'`;

/**
 * Selects $3 wallets after the number $2 in one text: as rows, they would take ten times as long to read. Claims up to
 * $1 have expired. A referral to a banned wallet does not count.
 */
const FACTS = `
SELECT string_agg(concat_ws(',', number, joined_on, points, referrer, proven_in, claimed_on), ',' ORDER BY number) AS facts,
  max(number) AS last
FROM (
  SELECT wallet.joined_number AS number,
    CASE WHEN wallet.banned_at IS NULL THEN ${numberIn('substr(wallet.joined_at, 1, 10)')} ELSE 0 END AS joined_on,
    CASE WHEN wallet.points > 0 THEN wallet.points ELSE 0 END AS points,
    CASE WHEN ${IS_PROVEN} THEN above.joined_number ELSE 0 END AS referrer,
    CASE WHEN ${IS_PROVEN} THEN ${numberIn(`replace(referral.week, 'W', '')`)} ELSE 0 END AS proven_in,
    CASE WHEN ${IS_CLAIMED} THEN ${numberIn('substr(referral.claimed_at, 1, 10)')} ELSE 0 END AS claimed_on
  FROM wallet
  LEFT JOIN referral ON referral.recruit = wallet.address AND ${isCounted('referral', '$1')}
  LEFT JOIN wallet AS above ON above.address = referral.referrer AND above.banned_at IS NULL
  WHERE wallet.joined_number > $2
  ORDER BY wallet.joined_number LIMIT $3
) AS page HAVING count(*) > 0`;

/** Counts the report beside the requests, and keeps it for minutes. */
@Injectable()
export class ReportService {
  private kept: { readonly report: Report; readonly since: number } | null = null;
  private counting: Promise<Report> | null = null;

  constructor(
    private readonly reader: BackgroundReader,
    private readonly term: ClaimTerm,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns a report that is at most ten minutes old. Concurrent requests share a count.
   * @throws Unavailable if there is none, and the database cannot be read
   */
  async current(): Promise<Report> {
    const age = this.kept === null ? Infinity : performance.now() - this.kept.since;
    if (this.kept !== null && age < RENEWED_MS) return this.kept.report;
    this.counting ??= this.count().finally(() => (this.counting = null));
    if (this.kept === null || age >= OUTDATED_MS) return this.counting;
    this.counting.catch(() => undefined);
    return this.kept.report;
  }

  private async count(): Promise<Report> {
    const [since, now] = [performance.now(), this.clock.now()];
    const counted = await inSlices(countReport(await this.readPages(), now));
    const report = { at: now.toISOString(), ...counted };
    this.kept = { report, since };
    return report;
  }

  private async readPages(): Promise<Uint32Array[]> {
    const expiredUntil = this.term.expiredUntil();
    const pages: Uint32Array[] = [];
    const rows = pagesOf<z.infer<typeof pageRow>>((after) =>
      this.reader.select(pageRow, FACTS, [expiredUntil, after?.last ?? 0, PAGE]),
    );
    for await (const [page] of rows) {
      pages.push(Uint32Array.from(page?.facts.split(',') ?? [], Number));
    }
    return pages;
  }
}
