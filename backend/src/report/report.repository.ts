import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { EntityManager } from 'typeorm';
import { z } from 'zod';
import { BACKGROUND } from '../database/database.js';
import { pagesOf, select } from '../database/reader.js';
import { isCounted } from '../referral/claim-term.js';

const PAGE = 2_000;

const pageRow = z.object({ facts: z.string(), last: z.int() });

const numberIn = (text: string): string => `CAST(replace(${text}, '-', '') AS integer)`;

const IS_PROVEN = `above.address IS NOT NULL AND referral.status = 'proven'`;
const IS_CLAIMED = `above.address IS NOT NULL AND referral.status = 'claimed'`;

/**
 * Selects the facts about the next $3 wallets after `joined_number` $2, as one comma-separated text, which is much
 * faster to read than rows. Claims made at or before time $1 have expired and do not count, nor do referrals with
 * a banned referrer.
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

@Injectable()
export class ReportRepository {
  constructor(@InjectEntityManager(BACKGROUND) private readonly manager: EntityManager) {}

  /** Generates pages of facts about all wallets: six numbers per wallet, as `ReportCount` expects them. */
  async *pages(expiredUntil: string): AsyncGenerator<Uint32Array> {
    const rows = pagesOf<z.infer<typeof pageRow>>((after) =>
      select(this.manager, pageRow, FACTS, [expiredUntil, after?.last ?? 0, PAGE]),
    );
    for await (const [page] of rows) yield Uint32Array.from(page?.facts.split(',') ?? [], Number);
  }
}
