import { Module } from '@nestjs/common';
import { Streams } from '../http/streams.js';
import { ProofsController } from './proofs.controller.js';
import { ProofsService } from './proofs.service.js';

@Module({
  controllers: [ProofsController],
  providers: [ProofsService, Streams],
})
export class ProofsModule {}
