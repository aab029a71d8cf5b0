import { Module } from '@nestjs/common';
import { PyramidModule } from '../pyramid/pyramid.module.js';
import { ReferralStatsModule } from '../referral-stats/referral-stats.module.js';
import { CardController } from './card.controller.js';

@Module({
  imports: [ReferralStatsModule, PyramidModule],
  controllers: [CardController],
})
export class CardModule {}
