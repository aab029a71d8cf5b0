import { Controller, Get, HttpStatus, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiAnswer, ApiProblem } from '../http/docs.js';
import type { Leaderboard, LeaderboardQuery } from './leaderboard.schema.js';
import { leaderboardQuerySchema, leaderboardSchema } from './leaderboard.schema.js';
import { LeaderboardService } from './leaderboard.service.js';

@ApiTags('leaderboard')
@Controller('api/leaderboard')
export class LeaderboardController {
  constructor(private readonly leaderboard: LeaderboardService) {}

  /** Every wallet with a proven recruit, by points, then recruits, then who came first. */
  @Get()
  @ApiAnswer(HttpStatus.OK, 'A page of the leaderboard', leaderboardSchema)
  @ApiProblem(HttpStatus.BAD_REQUEST, 'The limit or the cursor is malformed')
  page(@Query({ schema: leaderboardQuerySchema }) query: LeaderboardQuery): Promise<Leaderboard> {
    return this.leaderboard.page(query);
  }
}
