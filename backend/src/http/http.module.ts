import { Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { Database } from '../database/database.js';
import { Closing } from './closing.js';
import { limits } from './limits.js';
import { UnknownRouteController } from './unknown-route.controller.js';

@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      inject: [Database],
      useFactory: ({ callCounter }: Database) => limits(callCounter),
    }),
  ],
  controllers: [UnknownRouteController],
  providers: [Closing],
  exports: [Closing],
})
export class HttpModule {}
