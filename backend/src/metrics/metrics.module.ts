import { Module } from '@nestjs/common';
import { MetricsController } from './metrics.controller.js';
import { DatabaseMetrics, RequestMetrics } from './measurements.js';
import { SuspectCount } from './suspects.js';
import { ReferralOutcomes, RpcOutcomes, SignInOutcomes } from './outcomes.js';

@Module({
  controllers: [MetricsController],
  providers: [
    DatabaseMetrics,
    ReferralOutcomes,
    RequestMetrics,
    RpcOutcomes,
    SignInOutcomes,
    SuspectCount,
  ],
  exports: [ReferralOutcomes, RpcOutcomes, SignInOutcomes, SuspectCount],
})
export class MetricsModule {}
