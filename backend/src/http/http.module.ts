import { Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { Closing } from './closing.js';
import { LIMITS } from './limits.js';
import { UnknownRouteController } from './unknown-route.controller.js';

@Module({
  imports: [ThrottlerModule.forRoot(LIMITS)],
  controllers: [UnknownRouteController],
  providers: [Closing],
  exports: [Closing],
})
export class HttpModule {}
