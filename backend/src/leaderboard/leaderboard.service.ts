import { BadRequestException, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '../core/clock.js';
import { boundsOfWeek, weekOf } from '../core/week.js';
import { batchLoader } from '../database/batch-loader.js';
import { Reader } from '../database/reader.js';
import { pendingPoints, RANK_KEY_DIGITS } from '../game.js';
import { ClaimTerm } from '../referral/claim-term.js';
import type { BoardSql } from './board-sql.js';
import { OF_A_WEEK, OF_ALL_TIME } from './board-sql.js';
import type { Leaderboard, LeaderboardEntry, LeaderboardQuery } from './leaderboard.schema.js';
import { ALL_TIME_NAME } from './rank.js';

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
const startRow = z.object({ after: z.string().nullable() });

/** What is asked of the leaderboard. */
interface Page {
  /** The board's week, or null for all time. */
  readonly week: string | null;
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
    private readonly clock: Clock,
  ) {
    this.read = batchLoader((pages) => this.readAll(pages));
  }

  /**
   * A page of the wallets that have a proven recruit, or one who signed in the week that is asked for, the best first. Its
   * cost does not depend on how many there are. Around a wallet that has no rank there is nobody.
   * @throws BadRequestException for a cursor that is not one of ours
   */
  async page({ window, limit, cursor, around }: LeaderboardQuery): Promise<Leaderboard> {
    const week = this.weekOf(window);
    if (around !== undefined) return this.pageAround(around, week, limit);
    if (cursor === undefined) return this.read({ week, limit, after: null });
    const after = decodeCursor(cursor);
    if (after === null) {
      throw new BadRequestException(
        'cursor must be the next of an earlier answer: leave it out to start over.',
      );
    }
    return this.read({ week, limit, after });
  }

  private weekOf(window: LeaderboardQuery['window']): string | null {
    if (window === 'all') return null;
    return window === 'week' ? weekOf(this.clock.now()) : window;
  }

  private async pageAround(
    wallet: string,
    week: string | null,
    limit: number,
  ): Promise<Leaderboard> {
    const above = Math.floor((limit - 1) / 2);
    const [start] = await this.reader.select(startRow, sqlOf(week).startAround, [
      wallet,
      above,
      ...(week === null ? [] : [week]),
    ]);
    if (start !== undefined) return this.read({ week, limit, after: start.after });
    return { entries: [], total: await this.total(week), next: null, ...ofWeek(week) };
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

  private async readPage({ week, limit, after }: Page): Promise<Leaderboard> {
    const { firstPage, laterPage } = sqlOf(week);
    const rows = await this.reader.select(pageRow, after === null ? firstPage : laterPage, [
      week ?? ALL_TIME_NAME,
      after ?? BEFORE_THE_FIRST,
      limit + 1,
      ...(week === null ? [this.term.expiredUntil()] : []),
    ]);
    const entries = rows.slice(0, limit);
    const last = rows.length > limit ? entries.at(-1) : undefined;
    return {
      entries: entries.map(toEntry),
      total: rows[0]?.total ?? (await this.total(week)),
      next: last === undefined ? null : encodeCursor(last.rankKey),
      ...ofWeek(week),
    };
  }

  private async total(week: string | null): Promise<number> {
    const [row] = await this.reader.select(totalRow, sqlOf(week).total, [week ?? ALL_TIME_NAME]);
    return row?.total ?? 0;
  }
}

const sqlOf = (week: string | null): BoardSql => (week === null ? OF_ALL_TIME : OF_A_WEEK);

function ofWeek(week: string | null): Pick<Leaderboard, 'week'> {
  if (week === null) return {};
  const { begins, ends } = boundsOfWeek(week);
  const previous = weekOf(new Date(begins.getTime() - 1));
  return { week: { name: week, begins: begins.toISOString(), ends: ends.toISOString(), previous } };
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
