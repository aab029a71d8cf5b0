import { Module } from '@nestjs/common';
import { MetricsController } from './metrics.controller.js';
import { ReferralOutcomes, RpcOutcomes, SignInOutcomes } from './outcomes.js';
import { ReportsController } from './reports.controller.js';

@Module({
  controllers: [MetricsController, ReportsController],
  providers: [ReferralOutcomes, RpcOutcomes, SignInOutcomes],
  exports: [ReferralOutcomes, RpcOutcomes, SignInOutcomes],
})
export class MetricsModule {}
