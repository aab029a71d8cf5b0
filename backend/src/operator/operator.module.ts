import { Module } from '@nestjs/common';
import { BackupSchedule } from '../backup/backup-schedule.js';
import { HealthModule } from '../health/health.module.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { RpcModule } from '../rpc/rpc.module.js';
import { Notifier } from './notifier.js';
import { OperatorServer } from './operator-server.js';
import { ProblemsController } from './problems.controller.js';
import { StatusSource } from './status-source.js';
import { Watch } from './watch.js';

@Module({
  imports: [HealthModule, MetricsModule, RpcModule],
  controllers: [ProblemsController],
  providers: [BackupSchedule, Notifier, OperatorServer, StatusSource, Watch],
})
export class OperatorModule {}
