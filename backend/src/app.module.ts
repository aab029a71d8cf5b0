import { Module } from '@nestjs/common';
import { Registry } from 'prom-client';
import { BackupSchedule } from './backup/backup-schedule.js';
import { CardController } from './card/card.controller.js';
import { HealthController } from './health/health.controller.js';
import { Readiness } from './health/readiness.js';
import { Streams } from './http/streams.js';
import { UnknownRouteController } from './http/unknown-route.controller.js';
import { LeaderboardController } from './leaderboard/leaderboard.controller.js';
import { LeaderboardService } from './leaderboard/leaderboard.service.js';
import { ReportsController } from './metrics/reports.controller.js';
import { MetricsController } from './metrics/metrics.controller.js';
import { ReferralOutcomes, RpcOutcomes, SignInOutcomes } from './metrics/outcomes.js';
import { CheckInService } from './points/check-in.service.js';
import { ProofsController } from './proofs/proofs.controller.js';
import { ProofsService } from './proofs/proofs.service.js';
import { PyramidController } from './pyramid/pyramid.controller.js';
import { PyramidService } from './pyramid/pyramid.service.js';
import { ReferralStatsController } from './referral-stats/referral-stats.controller.js';
import { ReferralStatsService } from './referral-stats/referral-stats.service.js';
import { ClaimSweep } from './referral/claim-sweep.js';
import { ClaimTerm } from './referral/claim-term.js';
import { NewWalletLimit } from './referral/new-wallet-limit.js';
import { ReferralController } from './referral/referral.controller.js';
import { ReferralService } from './referral/referral.service.js';
import { RpcController } from './rpc/rpc.controller.js';
import { RpcService } from './rpc/rpc.service.js';
import { Upstream } from './rpc/upstream.js';
import { SessionCookies } from './session/session-cookies.js';
import { SessionController } from './sign-in/session.controller.js';
import { SessionService } from './session/session.service.js';
import { SignInService } from './sign-in/sign-in.service.js';

/**
 * Every controller and service there is, in one module: each may use any of the others. What they are given from outside,
 * such as the settings and the database, is added by `createApp`.
 */
@Module({
  controllers: [
    ReferralController,
    ReferralStatsController,
    LeaderboardController,
    PyramidController,
    SessionController,
    ProofsController,
    CardController,
    RpcController,
    HealthController,
    MetricsController,
    ReportsController,
    UnknownRouteController,
  ],
  providers: [
    ReferralService,
    NewWalletLimit,
    ClaimSweep,
    ClaimTerm,
    ReferralStatsService,
    LeaderboardService,
    PyramidService,
    SignInService,
    SessionService,
    CheckInService,
    SessionCookies,
    ProofsService,
    RpcService,
    Upstream,
    Readiness,
    Streams,
    { provide: Registry, useFactory: () => new Registry() },
    BackupSchedule,
    ReferralOutcomes,
    RpcOutcomes,
    SignInOutcomes,
  ],
})
export class AppModule {}
