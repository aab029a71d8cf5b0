import { BadRequestException, Injectable } from '@nestjs/common';
import { Clock } from '../core/clock.js';
import { toError } from '../core/errors.js';
import { boundsOfWeek, weekOf } from '../core/week.js';
import { batchLoader } from '../database/batch-loader.js';
import { pendingPoints } from '../game.js';
import { ClaimTerm } from '../referral/claim-term.js';
import { ALL_TIME, TOP, type Place } from './board.js';
import { LeaderboardRepository, type PageRow } from './leaderboard.repository.js';
import { DEFAULT_LIMIT, type Leaderboard, type LeaderboardQuery } from './leaderboard.schema.js';

@Injectable()
export class LeaderboardService {
  private readonly top = batchLoader((queries: readonly LeaderboardQuery[]) =>
    Promise.all(queries.map((query) => this.readPage(query).catch(toError))),
  );

  constructor(
    private readonly board: LeaderboardRepository,
    private readonly term: ClaimTerm,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns a page of the board, best wallets first. A page around a wallet that is not on the board is empty.
   * @throws BadRequestException for an invalid cursor
   */
  page(query: LeaderboardQuery): Promise<Leaderboard> {
    return isTop(query) ? this.top.load(query) : this.readPage(query);
  }

  private async readPage(query: LeaderboardQuery): Promise<Leaderboard> {
    const { window, limit } = query;
    const named = window === 'week' ? weekOf(this.clock.now()) : window;
    const board = window === 'all' ? ALL_TIME : named;
    const rows = await this.readRows(board, query);
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
      total: rows[0]?.total ?? (isTop(query) ? 0 : await this.board.size(board)),
      next: last === undefined ? null : encodeCursor(placeOf(last)),
      ...ofWeek(board),
    };
  }

  private readRows(board: string, query: LeaderboardQuery): Promise<PageRow[]> {
    const { limit, cursor, around } = query;
    const rows = limit + 1;
    const expiredUntil = this.term.expiredUntil();
    if (isTop(query)) return this.board.top(board, rows, expiredUntil);
    if (around !== undefined) return this.board.around(board, around, rows, expiredUntil);
    const place = cursor === undefined ? TOP : decodeCursor(cursor);
    return this.board.after(board, place, rows, expiredUntil);
  }
}

/** True if a query asks for the top of a board, and for no more than the default number of rows. */
export function isTop({ limit, cursor, around }: LeaderboardQuery): boolean {
  return limit <= DEFAULT_LIMIT && cursor === undefined && around === undefined;
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

function encodeCursor({ points, recruits, lateness }: Place): string {
  return Buffer.from(`${points}.${recruits}.${lateness}`).toString('base64url');
}

function decodeCursor(cursor: string): Place {
  const [, points, recruits, lateness] =
    CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const place = { points: Number(points), recruits: Number(recruits), lateness: Number(lateness) };
  if (encodeCursor(place) === cursor && isInRange(place)) return place;
  throw new BadRequestException(
    'cursor must be the next of an earlier answer: use that, or omit it to start over.',
  );
}

const isInRange = ({ points, recruits }: Place): boolean =>
  points <= TOP.points && points >= -TOP.points - 1 && recruits <= TOP.recruits;
