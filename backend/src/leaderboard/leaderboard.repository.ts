import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { EntityManager } from 'typeorm';
import { z } from 'zod';
import { COSTLY } from '../database/database.js';
import { IS_RANKED } from '../database/objects/indexes.js';
import { select } from '../database/reader.js';
import { POINTS_PER_RECRUIT } from '../game.js';
import { countedRecruits, expiredClaims } from '../referral/claim-term.js';
import { ALL_TIME, rankOf, TOP, type Place } from './board.js';
import { leaderboardEntrySchema } from './leaderboard.schema.js';

const totalRow = z.object({ total: z.int() });
const pageRow = leaderboardEntrySchema
  .pick({ rank: true, recruits: true, provenRecruits: true, points: true })
  .extend({ wallet: z.string(), total: z.int(), placeRecruits: z.int(), lateness: z.int() });

export type PageRow = z.infer<typeof pageRow>;

const SIZE = 'SELECT coalesce(sum(wallets), 0) AS total FROM internal_point_count WHERE board = $1';

/**
 * Returns the statements for a board: the page after a position, and the page around a wallet. Their parameters, in this
 * order, are the board, the position (three numbers) or the wallet, the number of rows, and the time up to which claims
 * have expired.
 */
function statementsOf(columns: {
  readonly from: string;
  readonly isOn: string;
  readonly order: string;
  readonly startOrder: string;
  readonly place: string;
  readonly recruits: string;
  readonly provenRecruits: string;
}) {
  const { from, isOn, order, startOrder, place, recruits, provenRecruits } = columns;
  const each = (columns: string, expression: (column: string) => string): string =>
    columns.split(', ').map(expression).join(', ');
  const sorted = (direction: 'ASC' | 'DESC'): string =>
    each(order, (column) => `${column} ${direction}`);
  // SQLite compares rows by all columns of an index only if the values have no affinity, hence the `+`. The comparison
  // comes first in WHERE, since SQLite could otherwise search the index by `recruits > 0`.
  const values = (columns: string): string => each(columns, (column) => `+${column}`);
  // One statement, so that ranks, entries and total are consistent. A wallet is on the page even if
  // `internal_point_count` lacks its points, which only damage can cause.
  const page = (start: string, limit: string, expiredUntil: string): string => `
WITH ${expiredClaims(expiredUntil)}, start AS MATERIALIZED (${start}
), page AS MATERIALIZED (
  SELECT ${place}, address, ${recruits} AS shown_recruits, ${provenRecruits} AS proven FROM ${from}
  WHERE (${order}) < (SELECT ${values(startOrder)} FROM start) AND ${isOn}
  ORDER BY ${sorted('DESC')} LIMIT CAST(${limit} AS integer)
), ranks AS MATERIALIZED (
  SELECT points AS ranked_points, sum(wallets) OVER (ORDER BY points DESC) - wallets + 1 AS rank FROM internal_point_count
  WHERE board = $1 AND points >= (SELECT min(points) FROM page)
)
SELECT coalesce(rank, ${rankOf('$1', 'page.points')}) AS rank, address AS wallet, shown_recruits AS "recruits", proven AS "provenRecruits", points,
  recruits AS "placeRecruits", lateness, (${SIZE}) AS total
FROM page LEFT JOIN ranks ON ranked_points = points ORDER BY points DESC, recruits DESC, lateness DESC`;
  const me = `SELECT ${values(order)} FROM ${from} WHERE ${isOn} AND address = $2`;
  return {
    after: page(
      `
  SELECT CAST($2 AS integer) AS points, CAST($3 AS integer) AS recruits, CAST($4 AS bigint) AS lateness`,
      '$5',
      '$6',
    ),
    around: page(
      `
  SELECT points, recruits, lateness FROM (
    SELECT * FROM (
      SELECT 1 AS choice, ${place} FROM ${from} WHERE (${order}) > (${me}) AND ${isOn}
      ORDER BY ${sorted('ASC')} LIMIT 1 OFFSET (CAST($3 AS integer) - 2) / 2) AS before
    UNION ALL SELECT 2, ${TOP.points}, ${TOP.recruits}, ${TOP.lateness} WHERE EXISTS (${me})) AS either
  ORDER BY choice LIMIT 1`,
      '$3',
      '$4',
    ),
  };
}

const OF_ALL_TIME = statementsOf({
  from: 'wallet',
  isOn: IS_RANKED,
  order: 'points, direct_recruits, lateness',
  startOrder: 'points, recruits, lateness',
  place: 'points, direct_recruits AS recruits, lateness',
  recruits: countedRecruits('wallet'),
  provenRecruits: 'proven_recruits',
});

/** The recruits of a week are proven, so none expires. */
const OF_A_WEEK = statementsOf({
  from: 'internal_week_total JOIN wallet ON joined_number = referrer_number',
  isOn: 'internal_week_total.week = $1 AND internal_week_total.recruits > 0',
  order: 'internal_week_total.recruits, internal_week_total.lateness',
  startOrder: 'recruits, lateness',
  place: `${POINTS_PER_RECRUIT} * internal_week_total.recruits AS points, internal_week_total.recruits, internal_week_total.lateness`,
  recruits: 'internal_week_total.recruits',
  provenRecruits: 'internal_week_total.recruits',
});

const statementsFor = (board: string) => (board === ALL_TIME ? OF_ALL_TIME : OF_A_WEEK);

@Injectable()
export class LeaderboardRepository {
  constructor(
    private readonly manager: EntityManager,
    @InjectEntityManager(COSTLY) private readonly costly: EntityManager,
  ) {}

  top(board: string, rows: number, expiredUntil: string): Promise<PageRow[]> {
    return pageAfter(this.manager, board, TOP, rows, expiredUntil);
  }

  after(board: string, place: Place, rows: number, expiredUntil: string): Promise<PageRow[]> {
    return pageAfter(this.costly, board, place, rows, expiredUntil);
  }

  around(board: string, wallet: string, rows: number, expiredUntil: string): Promise<PageRow[]> {
    const parameters = [board, wallet, rows, expiredUntil];
    return select(this.costly, pageRow, statementsFor(board).around, parameters);
  }

  async size(board: string): Promise<number> {
    const [row] = await select(this.costly, totalRow, SIZE, [board]);
    return row?.total ?? 0;
  }
}

function pageAfter(
  manager: EntityManager,
  board: string,
  { points, recruits, lateness }: Place,
  rows: number,
  expiredUntil: string,
): Promise<PageRow[]> {
  const parameters = [board, points, recruits, lateness, rows, expiredUntil];
  return select(manager, pageRow, statementsFor(board).after, parameters);
}
