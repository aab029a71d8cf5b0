import { Module } from '@nestjs/common';
import { ReferralStatsController } from './referral-stats.controller.js';
import { ReferralStatsService } from './referral-stats.service.js';

@Module({
  controllers: [ReferralStatsController],
  providers: [ReferralStatsService],
  exports: [ReferralStatsService],
})
export class ReferralStatsModule {}
