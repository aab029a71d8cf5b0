import { Module } from '@nestjs/common';
import { MetricsController } from './metrics.controller.js';
import { ReferralOutcomes, RpcOutcomes, SignInOutcomes } from './outcomes.js';

@Module({
  controllers: [MetricsController],
  providers: [ReferralOutcomes, RpcOutcomes, SignInOutcomes],
  exports: [ReferralOutcomes, RpcOutcomes, SignInOutcomes],
})
export class MetricsModule {}
