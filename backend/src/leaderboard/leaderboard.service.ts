import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '../core/clock.js';
import { DomainError } from '../core/errors.js';
import { boundsOfWeek, weekOf } from '../core/week.js';
import { batchLoader } from '../database/batch-loader.js';
import { Reader } from '../database/reader.js';
import { pendingPoints, RANK_KEY_DIGITS } from '../game.js';
import { ClaimTerm } from '../referral/claim-term.js';
import { ALL_TIME, OF_A_WEEK, OF_ALL_TIME } from './board.js';
import {
  leaderboardEntrySchema,
  type Leaderboard,
  type LeaderboardQuery,
} from './leaderboard.schema.js';

const totalRow = z.object({ total: z.int() });
const pageRow = leaderboardEntrySchema
  .pick({ wallet: true, recruits: true, provenRecruits: true, points: true })
  .extend({
    /** Wallets before the first of the page. */
    before: z.int(),
    total: z.int(),
    rankKey: z.string(),
  });

/** What is asked of the leaderboard. */
interface Page {
  /** A week, or all time. */
  readonly board: string;
  readonly limit: number;
  readonly begins: 'first' | 'after' | 'around';
  /** A rank key that it begins after, or a wallet that it is around; empty for the first. */
  readonly at: string;
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
   * @throws DomainError for a cursor that is not one of ours
   */
  async page({ window, limit, cursor, around }: LeaderboardQuery): Promise<Leaderboard> {
    const named = window === 'week' ? weekOf(this.clock.now()) : window;
    const board = window === 'all' ? ALL_TIME : named;
    if (around !== undefined) return this.read({ board, limit, begins: 'around', at: around });
    if (cursor === undefined) return this.read({ board, limit, begins: 'first', at: '' });
    const after = decodeCursor(cursor);
    if (after === null) {
      throw new DomainError(
        'invalid',
        'cursor must be the next of an earlier answer: leave it out to start over.',
      );
    }
    return this.read({ board, limit, begins: 'after', at: after });
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

  private async readPage({ board, limit, begins, at }: Page): Promise<Leaderboard> {
    const statements = board === ALL_TIME ? OF_ALL_TIME : OF_A_WEEK;
    const parameters = [board, at, limit + 1, this.term.expiredUntil()];
    const rows = await this.reader.select(pageRow, statements[begins], parameters);
    const [{ total } = { total: 0 }] =
      rows.length > 0 ? rows : await this.reader.select(totalRow, statements.total, [board]);
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    return {
      entries: shown.map(({ before, wallet, recruits, provenRecruits, points }, index) => ({
        rank: before + index + 1,
        wallet,
        recruits,
        provenRecruits,
        points,
        pendingPoints: pendingPoints(recruits, provenRecruits),
      })),
      total,
      next: last === undefined ? null : encodeCursor(last.rankKey),
      ...ofWeek(board),
    };
  }
}

function ofWeek(board: string): Pick<Leaderboard, 'week'> {
  if (board === ALL_TIME) return {};
  const { begins, ends } = boundsOfWeek(board);
  const previous = weekOf(new Date(begins.getTime() - 1));
  const week = { name: board, begins: begins.toISOString(), ends: ends.toISOString(), previous };
  return { week };
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
