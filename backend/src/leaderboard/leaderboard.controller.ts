import { Controller, Get, HttpStatus, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiAnswer, ApiProblem } from '../http/docs.js';
import type { Leaderboard, LeaderboardQuery } from './leaderboard.schema.js';
import { leaderboardQuerySchema, leaderboardSchema } from './leaderboard.schema.js';
import { ReturnsService } from '../referral/returns.js';
import { LeaderboardService } from './leaderboard.service.js';

@ApiTags('leaderboard')
@Controller('api/leaderboard')
export class LeaderboardController {
  constructor(
    private readonly leaderboard: LeaderboardService,
    private readonly returns: ReturnsService,
  ) {}

  @ApiOperation({
    description:
      'Every wallet with a proven recruit, by points, then recruits, then who came first.',
  })
  @Get()
  @ApiAnswer(HttpStatus.OK, 'A page of the leaderboard', leaderboardSchema)
  @ApiProblem(HttpStatus.BAD_REQUEST, 'The limit, the cursor or the wallet is malformed')
  async page(
    @Query({ schema: leaderboardQuerySchema }) query: LeaderboardQuery,
  ): Promise<Leaderboard> {
    const page = await this.leaderboard.page(query);
    const entries = page.entries.map(async (entry) => ({
      ...entry,
      ...(await this.returns.of(entry.wallet)),
    }));
    return { ...page, entries: await Promise.all(entries) };
  }
}
