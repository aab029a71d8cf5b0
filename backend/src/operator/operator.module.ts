import { Module } from '@nestjs/common';
import { BackupSchedule } from '../backup/backup-schedule.js';
import { HealthModule } from '../health/health.module.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { ServerProbe } from '../health/running-server.js';
import { TransparencyLogModule } from '../transparency-log/transparency-log.module.js';
import { ActivityRepository } from './activity.repository.js';
import { Notifier } from './notifier.js';
import { OperatorServer } from './operator-server.js';
import { StateController } from './state.controller.js';
import { StatusService } from './status.service.js';
import { Watch } from './watch.js';

@Module({
  imports: [HealthModule, MetricsModule, TransparencyLogModule],
  controllers: [StateController],
  providers: [
    ActivityRepository,
    BackupSchedule,
    Notifier,
    OperatorServer,
    StatusService,
    Watch,
    { provide: ServerProbe, useExisting: Watch },
  ],
})
export class OperatorModule {}
