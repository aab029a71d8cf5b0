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
    summary: "A wallet's recruits, points and rank",
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
}
