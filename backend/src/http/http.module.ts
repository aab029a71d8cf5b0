import { Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { LIMITS } from './limits.js';
import { UnknownRouteController } from './unknown-route.controller.js';

@Module({
  imports: [ThrottlerModule.forRoot(LIMITS)],
  controllers: [UnknownRouteController],
})
export class HttpModule {}
