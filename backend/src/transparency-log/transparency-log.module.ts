import { Module } from '@nestjs/common';
import { Checkpoints } from './checkpoints.js';
import { LogController } from './log.controller.js';
import { LogTiles } from './log-tiles.js';
import { ProofsController } from './proofs.controller.js';

@Module({
  controllers: [LogController, ProofsController],
  providers: [Checkpoints, LogTiles],
  exports: [Checkpoints],
})
export class TransparencyLogModule {}
