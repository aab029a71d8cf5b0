import { Module } from '@nestjs/common';
import { ReferralModule } from '../referral/referral.module.js';
import { ReferralStatsController } from './referral-stats.controller.js';
import { ReferralStatsRepository } from './referral-stats.repository.js';
import { ReferralStatsService } from './referral-stats.service.js';

@Module({
  imports: [ReferralModule],
  controllers: [ReferralStatsController],
  providers: [ReferralStatsRepository, ReferralStatsService],
  exports: [ReferralStatsService],
})
export class ReferralStatsModule {}
