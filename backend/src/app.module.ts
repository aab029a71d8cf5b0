import type { DynamicModule, Provider } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { Registry } from 'prom-client';
import { BackupSchedule } from './backup/backup-schedule.js';
import { CardController } from './card/card.controller.js';
import { CardRenderer, CardService } from './card/card.service.js';
import { Clock } from './core/clock.js';
import { ReturnsService } from './referral/returns.js';
import type { Log } from './core/log.js';
import { LOG } from './core/log.js';
import type { Database } from './database/database.js';
import { DatabaseModule } from './database/database.js';
import { HealthController } from './health/health.controller.js';
import { Readiness } from './health/readiness.js';
import { CallLimits } from './http/limits.js';
import { Streams } from './http/streams.js';
import { Closing } from './core/shutdown.js';
import { UnknownRouteController } from './http/unknown-route.controller.js';
import { LeaderboardController } from './leaderboard/leaderboard.controller.js';
import { LeaderboardService } from './leaderboard/leaderboard.service.js';
import { StorageMetrics, WriteMetrics } from './metrics/measurements.js';
import { ReportsController } from './metrics/reports.controller.js';
import { MetricsController } from './metrics/metrics.controller.js';
import { ReferralOutcomes, RpcOutcomes, SignInOutcomes } from './metrics/outcomes.js';
import { ProofsController } from './proofs/proofs.controller.js';
import { ProofsService } from './proofs/proofs.service.js';
import { PyramidController } from './pyramid/pyramid.controller.js';
import { PyramidService } from './pyramid/pyramid.service.js';
import { ReferralStatsController } from './referral-stats/referral-stats.controller.js';
import { ReferralStatsService } from './referral-stats/referral-stats.service.js';
import { ClaimCeiling } from './referral/claim-ceiling.js';
import { ClaimSweep } from './referral/claim-sweep.js';
import { ClaimTerm } from './referral/claim-term.js';
import { ReferralController } from './referral/referral.controller.js';
import { ReferralService } from './referral/referral.service.js';
import { SuspectsWatch } from './referral/suspects-watch.js';
import { RpcController } from './rpc/rpc.controller.js';
import { RpcService } from './rpc/rpc.service.js';
import { Upstream } from './rpc/upstream.js';
import { SessionCookies } from './session/session-cookies.js';
import { SessionController } from './sign-in/session.controller.js';
import { SessionService } from './session/session.service.js';
import { SignInService } from './sign-in/sign-in.service.js';
import type { Settings } from './settings.js';
import { SETTINGS } from './settings.js';
import type { Site } from './site/build-site.js';

const CONTROLLERS = [
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
];

const SERVICES: Provider[] = [
  ReferralService,
  ClaimCeiling,
  ClaimSweep,
  ClaimTerm,
  ReferralStatsService,
  LeaderboardService,
  PyramidService,
  ReturnsService,
  SignInService,
  SessionService,
  SessionCookies,
  ProofsService,
  CardService,
  RpcService,
  Upstream,
  Readiness,
  Closing,
  CallLimits,
  { provide: Streams, useFactory: () => new Streams() },
  { provide: Registry, useFactory: () => new Registry() },
  WriteMetrics,
  StorageMetrics,
  BackupSchedule,
  SuspectsWatch,
  ReferralOutcomes,
  RpcOutcomes,
  SignInOutcomes,
];

/** Every controller and service there is, in one module: each may use any of the others. */
@Module({ controllers: CONTROLLERS, providers: SERVICES })
export class AppModule {
  static of(
    settings: Settings,
    database: Database,
    { renderCard, renderPyramid, cardFontFolder }: Site,
    log: Log,
    clock: Clock,
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [DatabaseModule.of(database)],
      providers: [
        { provide: SETTINGS, useValue: settings },
        { provide: LOG, useValue: log },
        { provide: Clock, useValue: clock },
        {
          provide: CardRenderer,
          useFactory: () =>
            new CardRenderer(
              (facts) =>
                facts !== null && 'nodes' in facts ? renderPyramid(facts) : renderCard(facts),
              cardFontFolder,
            ),
        },
      ],
    };
  }
}
