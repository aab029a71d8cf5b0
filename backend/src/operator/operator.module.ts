import { Module } from '@nestjs/common';
import { BackupSchedule } from '../backup/backup-schedule.js';
import { HealthModule } from '../health/health.module.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { RpcModule } from '../rpc/rpc.module.js';
import { SessionModule } from '../session/session.module.js';
import { ActivityRepository } from './activity.repository.js';
import { Notifier } from './notifier.js';
import { OperatorServer } from './operator-server.js';
import { ProblemsController } from './problems.controller.js';
import { StatusService } from './status.service.js';
import { Watch } from './watch.js';

@Module({
  imports: [HealthModule, MetricsModule, RpcModule, SessionModule],
  controllers: [ProblemsController],
  providers: [ActivityRepository, BackupSchedule, Notifier, OperatorServer, StatusService, Watch],
})
export class OperatorModule {}
