import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { CardModule } from './card/card.module.js';
import type { Clock } from './clock.js';
import { ClockModule } from './clock.module.js';
import type { Database } from './database/database.js';
import { DatabaseModule } from './database/database.module.js';
import { HealthModule } from './health/health.module.js';
import { HttpModule } from './http/http.module.js';
import type { Log } from './logging/log.js';
import { LoggingModule } from './logging/logging.module.js';
import { LeaderboardModule } from './leaderboard/leaderboard.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { ReferralModule } from './referral/referral.module.js';
import { ReferralStatsModule } from './referral-stats/referral-stats.module.js';
import { ProofsModule } from './proofs/proofs.module.js';
import { PyramidModule } from './pyramid/pyramid.module.js';
import { RpcModule } from './rpc/rpc.module.js';
import { SessionModule } from './session/session.module.js';
import type { Settings } from './settings.js';
import { SettingsModule } from './settings.module.js';
import type { Site } from './site/site.js';

@Module({})
export class AppModule {
  static of(
    settings: Settings,
    database: Database,
    site: Site,
    log: Log,
    clock: Clock,
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [
        SettingsModule.of(settings),
        LoggingModule.of(log),
        DatabaseModule.of(database),
        ClockModule.of(clock),
        SessionModule,
        ReferralModule,
        ReferralStatsModule,
        LeaderboardModule,
        ProofsModule,
        PyramidModule,
        CardModule.of(site),
        RpcModule,
        HealthModule,
        MetricsModule,
        HttpModule,
      ],
    };
  }
}
