import { Module, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Clock } from '../core/clock.js';
import { Unavailable } from '../core/errors.js';
import { DatabaseModule } from '../database/database.module.js';
import { isDamage } from '../database/database-errors.js';
import { unusable } from '../database/sqlite/database-file.js';
import { Doctor } from '../doctor/doctor.js';
import { SuspicionRepository } from '../wallet/suspicion.repository.js';
import { ModerationService } from '../moderation/moderation.service.js';
import { RunningServer, ServerProbe } from '../health/running-server.js';
import { openDatabase } from '../open-database.js';
import { ActivityRepository } from '../operator/activity.repository.js';
import { StatusService } from '../operator/status.service.js';
import { ClaimTerm } from '../referral/claim-term.js';
import { ReferralStatsRepository } from '../referral-stats/referral-stats.repository.js';
import { ReferralStatsService } from '../referral-stats/referral-stats.service.js';
import { loadSettings, Settings } from '../settings.js';
import { CheckpointFile } from '../transparency-log/checkpoint-file.js';
import { LogEntryRepository } from '../transparency-log/log-entry.repository.js';
import { LogMaintenance } from '../transparency-log/log-maintenance.js';
import { AuditLogRepository } from '../wallet/audit-log.repository.js';
import { WalletHistoryRepository } from '../wallet/wallet-history.repository.js';
import { rejectMissing } from './databases.js';

@Module({
  providers: [
    ActivityRepository,
    AuditLogRepository,
    ClaimTerm,
    Doctor,
    LogEntryRepository,
    LogMaintenance,
    ModerationService,
    ReferralStatsRepository,
    ReferralStatsService,
    SuspicionRepository,
    WalletHistoryRepository,
    StatusService,
    { provide: ServerProbe, useClass: RunningServer },
  ],
})
class OpsModule {}

export class Services {
  private context: Promise<INestApplicationContext> | null = null;

  /**
   * Returns a service. The first call opens the database.
   * @throws StartError if a setting is wrong, or the database is missing or unusable
   */
  async get<Service>(token: Type<Service>): Promise<Service> {
    this.context ??= createContext();
    return (await this.context).get(token);
  }

  async use<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const cause = error instanceof Unavailable ? error.cause : error;
      const isOpen = this.context !== null;
      if (!isOpen || !isDamage(cause)) throw error;
      const { database } = loadSettings();
      throw database.kind === 'sqlite' ? unusable(database.path, cause) : error;
    } finally {
      const context = await this.context?.catch(() => null);
      await context?.close();
    }
  }
}

async function createContext(): Promise<INestApplicationContext> {
  const settings = loadSettings();
  rejectMissing(settings.database);
  const database = await openDatabase(settings.database, 'tool');
  const values = [
    { provide: Settings, useValue: settings },
    { provide: Clock, useValue: new Clock() },
    { provide: CheckpointFile, useValue: new CheckpointFile(settings.transparencyLogFolder) },
  ];
  return NestFactory.createApplicationContext(
    { module: OpsModule, imports: [DatabaseModule.forRoot(database)], providers: values },
    { logger: false, abortOnError: false },
  );
}
