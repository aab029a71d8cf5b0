import type { DynamicModule } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import type { Log } from './log.js';
import { LOG } from './log.js';

/** Offers the log to every feature. */
@Global()
@Module({})
export class LoggingModule {
  static of(log: Log): DynamicModule {
    return {
      module: LoggingModule,
      providers: [{ provide: LOG, useValue: log }],
      exports: [LOG],
    };
  }
}
