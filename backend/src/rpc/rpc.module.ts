import { Module } from '@nestjs/common';
import { MetricsModule } from '../metrics/metrics.module.js';
import { RpcController } from './rpc.controller.js';
import { RpcService } from './rpc.service.js';
import { Upstream } from './upstream.js';

@Module({
  imports: [MetricsModule],
  controllers: [RpcController],
  providers: [RpcService, Upstream],
  exports: [Upstream],
})
export class RpcModule {}
