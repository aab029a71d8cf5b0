import { BadRequestException, Module, StandardSchemaValidationPipe } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { CardModule } from './card/card.module.js';
import { HealthModule } from './health/health.module.js';
import { describeIssue, ProblemFilter } from './http/problem.js';
import { RateLimitGuard } from './http/rate-limit.guard.js';
import { Shutdown } from './http/shutdown.js';
import { UnknownRouteController } from './http/unknown-route.controller.js';
import { LeaderboardModule } from './leaderboard/leaderboard.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { OperatorModule } from './operator/operator.module.js';
import { PyramidModule } from './pyramid/pyramid.module.js';
import { ReferralModule } from './referral/referral.module.js';
import { ReferralStatsModule } from './referral-stats/referral-stats.module.js';
import { ReportModule } from './report/report.module.js';
import { RpcModule } from './rpc/rpc.module.js';
import { SessionGuard } from './session/session.guard.js';
import { SessionModule } from './session/session.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { TransparencyLogModule } from './transparency-log/transparency-log.module.js';

/** `createApp` adds shared values, such as the settings and the database. */
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
    SessionModule,
    SignInModule,
    TransparencyLogModule,
  ],
  controllers: [UnknownRouteController],
  providers: [
    { provide: APP_FILTER, useClass: ProblemFilter },
    {
      provide: APP_PIPE,
      useValue: new StandardSchemaValidationPipe({
        exceptionFactory: (issues) => new BadRequestException(issues.map(describeIssue).join(' ')),
      }),
    },
    Shutdown,
    // The session guard comes first, since a signed-in wallet has its own rate limits.
    { provide: APP_GUARD, useClass: SessionGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
  ],
})
export class AppModule {}
