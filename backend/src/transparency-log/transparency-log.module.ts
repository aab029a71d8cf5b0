import { Module } from '@nestjs/common';
import { AuditLogRepository } from '../wallet/audit-log.repository.js';
import { Checkpoints } from './checkpoints.js';
import { LogController } from './log.controller.js';
import { LogEntryRepository } from './log-entry.repository.js';
import { LogTiles } from './log-tiles.js';
import { ProofsController } from './proofs.controller.js';

@Module({
  controllers: [LogController, ProofsController],
  providers: [AuditLogRepository, Checkpoints, LogEntryRepository, LogTiles],
  exports: [Checkpoints],
})
export class TransparencyLogModule {}
