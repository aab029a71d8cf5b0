import { Controller, Get, HttpStatus, Query } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiAnswer, ApiNotModified, ApiProblem } from '../http/docs.js';
import {
  leaderboardQuerySchema,
  leaderboardSchema,
  type Leaderboard,
  type LeaderboardQuery,
} from './leaderboard.schema.js';
import { LeaderboardService } from './leaderboard.service.js';

@ApiTags('leaderboard')
@Controller('api/leaderboard')
export class LeaderboardController {
  constructor(private readonly leaderboard: LeaderboardService) {}

  @ApiOperation({
    operationId: 'listLeaderboard',
    summary: 'A page of the leaderboard',
    description:
      'Every wallet with a proven recruit. Wallets with equal points share a rank (1, 2, 2, 4); their rows are sorted by recruits, then by who came first. Of all time, or of a UTC week by the time that the signatures of the recruits state. A week is final six minutes after it ends: a ban or a revocation after that changes it no more.',
  })
  @Get()
  @RouteConfig({ hashesAnswer: true })
  @ApiAnswer(HttpStatus.OK, 'A page of the leaderboard', leaderboardSchema)
  @ApiNotModified()
  @ApiProblem(HttpStatus.BAD_REQUEST, 'The limit, the cursor or the wallet is malformed')
  page(@Query({ schema: leaderboardQuerySchema }) query: LeaderboardQuery): Promise<Leaderboard> {
    return this.leaderboard.page(query);
  }
}
