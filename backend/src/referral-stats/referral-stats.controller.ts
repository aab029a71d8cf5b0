import { Controller, Get, HttpStatus, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { ApiAnswer, ApiProblem } from '../http/docs.js';
import {
  movementQuerySchema,
  movementSchema,
  referralStatsQuerySchema,
  referralStatsSchema,
  type Movement,
  type MovementQuery,
  type ReferralStats,
} from './referral-stats.schema.js';
import { ReferralStatsService } from './referral-stats.service.js';

@ApiTags('referral')
@Controller('api/referral-stats')
export class ReferralStatsController {
  constructor(private readonly stats: ReferralStatsService) {}

  @ApiOperation({
    description:
      'Recruits, points and rank of a wallet; zeros and nulls for one that nobody has heard of.',
  })
  @Get()
  @ApiAnswer(HttpStatus.OK, 'What the wallet has achieved', referralStatsSchema)
  @ApiProblem(HttpStatus.BAD_REQUEST, 'The wallet is missing or malformed')
  statsOf(
    @Query({ schema: referralStatsQuerySchema }) query: z.infer<typeof referralStatsQuerySchema>,
  ): Promise<ReferralStats> {
    return this.stats.statsOf(query.wallet);
  }

  @ApiOperation({
    description:
      'What has happened to the recruits of a wallet since a time, 1,000 of each at most.',
  })
  @Get('since')
  @ApiAnswer(HttpStatus.OK, 'What has happened', movementSchema)
  @ApiProblem(HttpStatus.BAD_REQUEST, 'The wallet or the time is missing or malformed')
  movementOf(@Query({ schema: movementQuerySchema }) query: MovementQuery): Promise<Movement> {
    return this.stats.movementOf(query);
  }
}
