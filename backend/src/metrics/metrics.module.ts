import { Global, Module } from '@nestjs/common';
import { Registry } from 'prom-client';
import { MetricsController } from './metrics.controller.js';
import { ReferralOutcomes } from './referral-outcomes.js';
import { RpcOutcomes } from './rpc-outcomes.js';
import { SignInOutcomes } from './sign-in-outcomes.js';
import { StorageMetrics } from './storage-metrics.js';
import { WriteMetrics } from './write-metrics.js';

/** Measures what happens, and offers every feature to count what it does. */
@Global()
@Module({
  controllers: [MetricsController],
  providers: [
    { provide: Registry, useFactory: () => new Registry() },
    WriteMetrics,
    StorageMetrics,
    ReferralOutcomes,
    RpcOutcomes,
    SignInOutcomes,
  ],
  exports: [Registry, ReferralOutcomes, RpcOutcomes, SignInOutcomes],
})
export class MetricsModule {}
