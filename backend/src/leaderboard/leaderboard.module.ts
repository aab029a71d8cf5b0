import { Module } from '@nestjs/common';
import { ReferralModule } from '../referral/referral.module.js';
import { LeaderboardController } from './leaderboard.controller.js';
import { LeaderboardRepository } from './leaderboard.repository.js';
import { LeaderboardService } from './leaderboard.service.js';

@Module({
  imports: [ReferralModule],
  controllers: [LeaderboardController],
  providers: [LeaderboardRepository, LeaderboardService],
})
export class LeaderboardModule {}
