import { Module } from '@nestjs/common';
import { RpcController } from './rpc.controller.js';
import { RpcService } from './rpc.service.js';
import { Upstream } from './upstream.js';

@Module({
  controllers: [RpcController],
  providers: [RpcService, Upstream],
})
export class RpcModule {}
