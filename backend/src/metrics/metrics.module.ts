import { Module } from '@nestjs/common';
import { SuspicionRepository } from '../wallet/suspicion.repository.js';
import { MetricsController } from './metrics.controller.js';
import { DatabaseMetrics, RequestMetrics } from './measurements.js';
import { SuspectCount } from './suspects.js';
import { ReferralOutcomes } from './outcomes.js';

@Module({
  controllers: [MetricsController],
  providers: [DatabaseMetrics, ReferralOutcomes, RequestMetrics, SuspectCount, SuspicionRepository],
  exports: [ReferralOutcomes, SuspectCount],
})
export class MetricsModule {}
