import { Module } from '@nestjs/common';
import { PyramidModule } from '../pyramid/pyramid.module.js';
import { ReferralStatsModule } from '../referral-stats/referral-stats.module.js';
import { ReportModule } from '../report/report.module.js';
import { CardRenderer } from './card-renderer.js';
import { CardController } from './card.controller.js';

@Module({
  imports: [ReferralStatsModule, PyramidModule, ReportModule],
  controllers: [CardController],
  providers: [CardRenderer],
})
export class CardModule {}
