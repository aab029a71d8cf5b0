import { Controller, Get, HttpStatus, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { ApiAnswer, ApiProblem } from '../http/docs.js';
import {
  referralStatsQuerySchema,
  referralStatsSchema,
  type ReferralStats,
} from './referral-stats.schema.js';
import { ReferralStatsService } from './referral-stats.service.js';

@ApiTags('referral')
@Controller('api/referral-stats')
export class ReferralStatsController {
  constructor(private readonly stats: ReferralStatsService) {}

  @ApiOperation({
    operationId: 'getReferralStats',
    summary: "Get a wallet's stats",
    description:
      'Returns recruits, points, rank and streak of a wallet. An unknown wallet has zeros and nulls.',
  })
  @Get()
  @ApiAnswer(HttpStatus.OK, "The wallet's stats", referralStatsSchema)
  @ApiProblem(HttpStatus.BAD_REQUEST, 'The wallet is missing or malformed')
  statsOf(
    @Query({ schema: referralStatsQuerySchema }) query: z.infer<typeof referralStatsQuerySchema>,
  ): Promise<ReferralStats> {
    return this.stats.statsOf(query.wallet);
  }
}
