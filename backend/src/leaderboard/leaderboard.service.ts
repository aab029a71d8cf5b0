import { BadRequestException, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { batchLoader } from '../database/batch-loader.js';
import { Reader } from '../database/reader.js';
import { RANK_KEY_DIGITS } from '../game.js';
import { ClaimTerm, countedRecruits, expiredClaims } from '../referral/claim-term.js';
import { pendingPoints } from '../wallet/totals.js';
import type { Leaderboard, LeaderboardEntry, LeaderboardQuery } from './leaderboard.schema.js';
import { walletsBefore } from './rank.js';

/** Sorts before every rank key. */
const BEFORE_THE_FIRST = '';

const pageRow = z.object({
  /** Wallets before the first of the page. */
  before: z.int(),
  total: z.int(),
  rankKey: z.string(),
  wallet: z.string(),
  recruits: z.int(),
  provenRecruits: z.int(),
  points: z.int(),
});

type PageRow = z.infer<typeof pageRow>;

const totalRow = z.object({ total: z.int() });

const TOTAL = `(SELECT coalesce(sum(wallets), 0) FROM rank_count WHERE digits = 0)`;

/** One statement, so that the ranks, the entries and the total are of one moment. */
const pageAfter = (walletsBeforePage: string): string => `
WITH ${expiredClaims('$3')}
SELECT ${walletsBeforePage} AS before, ${TOTAL} AS total, rank_key AS "rankKey", address AS wallet,
  ${countedRecruits('wallet')} AS recruits, proven_recruits AS "provenRecruits", points
FROM wallet WHERE rank_key > $1 ORDER BY rank_key LIMIT $2`;

const FIRST_PAGE = pageAfter('0');

const LATER_PAGE = pageAfter(`(
  SELECT ${walletsBefore('first.rank_key')}
  FROM (SELECT min(rank_key) AS rank_key FROM wallet WHERE rank_key > $1) AS first)`);

const startRow = z.object({ after: z.string().nullable() });

/** The rank key before the page that has the wallet $1 in its middle, $2 wallets below the first; no row where it has no rank. */
const START_AROUND = `
SELECT (
    SELECT above.rank_key FROM wallet AS above WHERE above.rank_key < me.rank_key
    ORDER BY above.rank_key DESC LIMIT 1 OFFSET $2) AS after
FROM wallet AS me WHERE address = $1 AND rank_key IS NOT NULL`;

/** What is asked of the leaderboard. */
interface Page {
  readonly limit: number;
  /** The rank key before the first of the page; null for the first page. */
  readonly after: string | null;
}

@Injectable()
export class LeaderboardService {
  private readonly read: (page: Page) => Promise<Leaderboard>;

  constructor(
    private readonly reader: Reader,
    private readonly term: ClaimTerm,
  ) {
    this.read = batchLoader((pages) => this.readAll(pages));
  }

  /**
   * A page of the wallets that have a proven recruit, the best first. Its cost does not depend on how many there are.
   * Around a wallet that has no rank there is nobody.
   * @throws BadRequestException for a cursor that is not one of ours
   */
  async page({ limit, cursor, around }: LeaderboardQuery): Promise<Leaderboard> {
    if (around !== undefined) return this.pageAround(around, limit);
    if (cursor === undefined) return this.read({ limit, after: null });
    const after = decodeCursor(cursor);
    if (after === null) {
      throw new BadRequestException(
        'cursor must be the next of an earlier answer: leave it out to start over.',
      );
    }
    return this.read({ limit, after });
  }

  private async pageAround(wallet: string, limit: number): Promise<Leaderboard> {
    const above = Math.floor((limit - 1) / 2);
    const [start] = await this.reader.select(startRow, START_AROUND, [wallet, above]);
    if (start !== undefined) return this.read({ limit, after: start.after });
    return { entries: [], total: await this.total(), next: null };
  }

  /** Whoever asks for the same page gets the same answer. */
  private async readAll(pages: readonly Page[]): Promise<Leaderboard[]> {
    const answers = new Map<string, Promise<Leaderboard>>();
    return Promise.all(
      pages.map((page) => {
        const key = JSON.stringify(page);
        const answer = answers.get(key) ?? this.readPage(page);
        answers.set(key, answer);
        return answer;
      }),
    );
  }

  private async readPage({ limit, after }: Page): Promise<Leaderboard> {
    const sql = after === null ? FIRST_PAGE : LATER_PAGE;
    const rows = await this.reader.select(pageRow, sql, [
      after ?? BEFORE_THE_FIRST,
      limit + 1,
      this.term.expiredUntil(),
    ]);
    const entries = rows.slice(0, limit);
    const last = rows.length > limit ? entries.at(-1) : undefined;
    return {
      entries: entries.map(toEntry),
      total: rows[0]?.total ?? (await this.total()),
      next: last === undefined ? null : encodeCursor(last.rankKey),
    };
  }

  private async total(): Promise<number> {
    const [row] = await this.reader.select(totalRow, `SELECT ${TOTAL} AS total`);
    return row?.total ?? 0;
  }
}

function toEntry(row: PageRow, index: number): LeaderboardEntry {
  const { before, wallet, recruits, provenRecruits, points } = row;
  return {
    rank: before + index + 1,
    wallet,
    recruits,
    provenRecruits,
    points,
    pendingPoints: pendingPoints(recruits, provenRecruits),
  };
}

const RANK_KEY_PATTERN = new RegExp(`^[0-9A-F]{${RANK_KEY_DIGITS}}$`);

/** The opaque text that asks for the entries after a rank key. */
export function encodeCursor(rankKey: string): string {
  return Buffer.from(rankKey, 'hex').toString('base64url');
}

/** The rank key that a cursor of ours stands for, or null when it is not one of ours. */
export function decodeCursor(cursor: string): string | null {
  const rankKey = Buffer.from(cursor, 'base64url').toString('hex').toUpperCase();
  return RANK_KEY_PATTERN.test(rankKey) && encodeCursor(rankKey) === cursor ? rankKey : null;
}
