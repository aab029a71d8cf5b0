import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '../core/clock.js';
import { DomainError, toError } from '../core/errors.js';
import { boundsOfWeek, weekOf } from '../core/week.js';
import { batchReads } from '../database/batch-reads.js';
import { Reader } from '../database/reader.js';
import { pendingPoints } from '../game.js';
import { ClaimTerm } from '../referral/claim-term.js';
import { ALL_TIME, OF_A_WEEK, OF_ALL_TIME, TOP, type Place } from './board.js';
import {
  leaderboardEntrySchema,
  type Leaderboard,
  type LeaderboardQuery,
} from './leaderboard.schema.js';

const totalRow = z.object({ total: z.int() });
const pageRow = leaderboardEntrySchema
  .pick({ rank: true, recruits: true, provenRecruits: true, points: true })
  .extend({ wallet: z.string(), total: z.int(), placeRecruits: z.int(), lateness: z.int() });

type PageRow = z.infer<typeof pageRow>;

@Injectable()
export class LeaderboardService {
  private readonly find = batchReads((queries: readonly LeaderboardQuery[]) =>
    Promise.all(queries.map((query) => this.readPage(query).catch(toError))),
  );

  constructor(
    private readonly reader: Reader,
    private readonly term: ClaimTerm,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns a page of the board, best wallets first. The board has wallets with a proven recruit, of all time or of a
   * week. A page around an unranked wallet is empty.
   * @throws DomainError for a cursor that is not ours
   */
  page(query: LeaderboardQuery): Promise<Leaderboard> {
    return this.find(query);
  }

  private async readPage({
    window,
    limit,
    cursor,
    around,
  }: LeaderboardQuery): Promise<Leaderboard> {
    const named = window === 'week' ? weekOf(this.clock.now()) : window;
    const board = window === 'all' ? ALL_TIME : named;
    const rows = await this.readRows(board, limit + 1, cursor, around);
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    return {
      entries: shown.map(({ rank, wallet, recruits, provenRecruits, points }) => ({
        rank,
        wallet,
        recruits,
        provenRecruits,
        points,
        pendingPoints: pendingPoints(recruits, provenRecruits),
      })),
      total: rows[0]?.total ?? (await this.readTotal(board)),
      next: last === undefined ? null : encodeCursor(placeOf(last)),
      ...ofWeek(board),
    };
  }

  private readRows(
    board: string,
    rows: number,
    cursor: string | undefined,
    around: string | undefined,
  ): Promise<PageRow[]> {
    const statements = board === ALL_TIME ? OF_ALL_TIME : OF_A_WEEK;
    const expiredUntil = this.term.expiredUntil();
    if (around !== undefined) {
      const parameters = [board, around, rows, expiredUntil];
      return this.reader.select(pageRow, statements.around, parameters);
    }
    const { points, recruits, lateness } = cursor === undefined ? TOP : decodeCursor(cursor);
    const parameters = [board, points, recruits, lateness, rows, expiredUntil];
    return this.reader.select(pageRow, statements.after, parameters);
  }

  private async readTotal(board: string): Promise<number> {
    const [row] = await this.reader.select(totalRow, OF_ALL_TIME.total, [board]);
    return row?.total ?? 0;
  }
}

function ofWeek(board: string): Pick<Leaderboard, 'week'> {
  if (board === ALL_TIME) return {};
  const { begins, ends } = boundsOfWeek(board);
  const previous = weekOf(new Date(begins.getTime() - 1));
  const week = { name: board, begins: begins.toISOString(), ends: ends.toISOString(), previous };
  return { week };
}

const placeOf = ({ points, placeRecruits, lateness }: PageRow): Place => ({
  points,
  recruits: placeRecruits,
  lateness,
});

const CURSOR = /^(-?\d{1,10})\.(\d{1,10})\.(-\d{1,10})$/;

/** Encodes a position as an opaque cursor. */
export function encodeCursor({ points, recruits, lateness }: Place): string {
  return Buffer.from(`${points}.${recruits}.${lateness}`).toString('base64url');
}

/** Decodes a cursor. @throws DomainError if it is not ours */
export function decodeCursor(cursor: string): Place {
  const [, points, recruits, lateness] =
    CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const place = { points: Number(points), recruits: Number(recruits), lateness: Number(lateness) };
  if (encodeCursor(place) === cursor && isInRange(place)) return place;
  throw new DomainError(
    'invalid',
    'cursor must be the next of an earlier answer: use that, or omit it to start over.',
  );
}

const isInRange = ({ points, recruits }: Place): boolean =>
  points <= TOP.points && points >= -TOP.points - 1 && recruits <= TOP.recruits;
