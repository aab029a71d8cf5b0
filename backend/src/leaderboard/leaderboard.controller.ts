import { Controller, Get, HttpStatus, Query, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { CostlyReads } from '../http/costly-reads.js';
import { COSTS } from '../http/rate-limits.js';
import { ApiAnswer, ApiNotModified, ApiProblem, ApiSection } from '../http/docs.js';
import {
  leaderboardQuerySchema,
  leaderboardSchema,
  type Leaderboard,
  type LeaderboardQuery,
} from './leaderboard.schema.js';
import { isTop, LeaderboardService } from './leaderboard.service.js';

@ApiSection('leaderboard', 'Wallets ranked by points')
@Controller('api/leaderboard')
export class LeaderboardController {
  constructor(
    private readonly leaderboard: LeaderboardService,
    private readonly costly: CostlyReads,
  ) {}

  @ApiOperation({
    operationId: 'listLeaderboard',
    summary: 'List the leaderboard',
    description:
      'Lists every wallet with a proven recruit that is not banned, for all time or for one UTC week. Wallets with equal points share a rank (1, 2, 2, 4); the one with more recruits comes first, then the one that joined earlier. The board of a week counts only recruits whose signed message was issued in that week. It is final six minutes after the week ends: later bans and revocations do not change it.',
  })
  @Get()
  @RouteConfig({ hashesAnswer: true })
  @ApiAnswer(HttpStatus.OK, 'A page of the leaderboard', leaderboardSchema)
  @ApiNotModified()
  @ApiProblem(
    HttpStatus.BAD_REQUEST,
    'A parameter is malformed, or cursor and around are both given',
  )
  @ApiProblem(
    HttpStatus.TOO_MANY_REQUESTS,
    'Too many pages beyond the first ten rows requested by this address',
  )
  page(
    @Query({ schema: leaderboardQuerySchema }) query: LeaderboardQuery,
    @Req() request: FastifyRequest,
  ): Promise<Leaderboard> {
    if (isTop(query)) return this.leaderboard.page(query);
    return this.costly.run(
      request,
      () => this.leaderboard.page(query),
      () => COSTS.leaderboardPage,
    );
  }
}
