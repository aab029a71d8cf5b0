import { Module } from '@nestjs/common';
import { CardModule } from './card/card.module.js';
import { HealthModule } from './health/health.module.js';
import { LeaderboardModule } from './leaderboard/leaderboard.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { OperatorModule } from './operator/operator.module.js';
import { PyramidModule } from './pyramid/pyramid.module.js';
import { ReferralModule } from './referral/referral.module.js';
import { ReferralStatsModule } from './referral-stats/referral-stats.module.js';
import { ReportModule } from './report/report.module.js';
import { RpcModule } from './rpc/rpc.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { TransparencyLogModule } from './transparency-log/transparency-log.module.js';
import { UnknownRouteController } from './http/unknown-route.controller.js';

/** Imports every feature. `createApp` adds shared values, such as the settings and the database. */
@Module({
  imports: [
    CardModule,
    HealthModule,
    LeaderboardModule,
    MetricsModule,
    OperatorModule,
    PyramidModule,
    ReferralModule,
    ReferralStatsModule,
    ReportModule,
    RpcModule,
    SignInModule,
    TransparencyLogModule,
  ],
  controllers: [UnknownRouteController],
})
export class AppModule {}
