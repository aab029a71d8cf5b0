import { BadRequestException, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { batchLoader } from '../database/batch-loader.js';
import { Reader } from '../database/reader.js';
import { pendingPoints } from '../wallet/totals.js';
import type { Leaderboard, LeaderboardEntry, LeaderboardQuery } from './leaderboard.schema.js';
import { PLACE_LENGTH, walletsBefore } from './place.js';

/** Sorts before every place. */
const BEFORE_THE_FIRST = '';

const pageRow = z.object({
  /** Wallets before the first of the page. */
  before: z.int(),
  total: z.int(),
  place: z.string(),
  wallet: z.string(),
  recruits: z.int(),
  provenRecruits: z.int(),
  points: z.int(),
});

type PageRow = z.infer<typeof pageRow>;

const totalRow = z.object({ total: z.int() });

const TOTAL = `(SELECT coalesce(sum(wallets), 0) FROM standing WHERE digits = 0)`;

/** One statement, so that the ranks, the entries and the total are of one moment. */
const pageAfter = (walletsBeforePage: string): string => `
SELECT ${walletsBeforePage} AS before, ${TOTAL} AS total, place, address AS wallet,
  direct_recruits AS recruits, proven_recruits AS "provenRecruits", points
FROM wallet WHERE place > $1 ORDER BY place LIMIT $2`;

const FIRST_PAGE = pageAfter('0');

const LATER_PAGE = pageAfter(`(
  SELECT ${walletsBefore('first.place')}
  FROM (SELECT min(place) AS place FROM wallet WHERE place > $1) AS first)`);

/** What is asked of the leaderboard. */
interface Page {
  readonly limit: number;
  /** The place before the first of the page; null for the first page. */
  readonly after: string | null;
}

@Injectable()
export class LeaderboardService {
  private readonly read: (page: Page) => Promise<Leaderboard>;

  constructor(private readonly reader: Reader) {
    this.read = batchLoader((pages) => this.readAll(pages));
  }

  /**
   * A page of the wallets that have a recruit, the best first. Its cost does not depend on how many there are.
   * @throws BadRequestException for a cursor that is not one of ours
   */
  async page({ limit, cursor }: LeaderboardQuery): Promise<Leaderboard> {
    if (cursor === undefined) return this.read({ limit, after: null });
    const after = decodeCursor(cursor);
    if (after === null) {
      throw new BadRequestException(
        'cursor must be the next of an earlier answer: leave it out to start over.',
      );
    }
    return this.read({ limit, after });
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
    const rows = await this.reader.select(pageRow, sql, [after ?? BEFORE_THE_FIRST, limit + 1]);
    const entries = rows.slice(0, limit);
    const last = rows.length > limit ? entries.at(-1) : undefined;
    return {
      entries: entries.map(toEntry),
      total: rows[0]?.total ?? (await this.total()),
      next: last === undefined ? null : encodeCursor(last.place),
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

const PLACE_PATTERN = new RegExp(`^[0-9A-F]{${PLACE_LENGTH}}$`);

/** The opaque text that asks for the entries after `place`. */
export function encodeCursor(place: string): string {
  return Buffer.from(place, 'hex').toString('base64url');
}

/** The place that a cursor of ours stands for, or null when it is not one of ours. */
export function decodeCursor(cursor: string): string | null {
  const place = Buffer.from(cursor, 'base64url').toString('hex').toUpperCase();
  return PLACE_PATTERN.test(place) && encodeCursor(place) === cursor ? place : null;
}
