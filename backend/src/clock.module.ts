import type { DynamicModule } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import { Clock } from './clock.js';

/** Offers the clock to every feature. */
@Global()
@Module({})
export class ClockModule {
  static of(clock: Clock): DynamicModule {
    return {
      module: ClockModule,
      providers: [{ provide: Clock, useValue: clock }],
      exports: [Clock],
    };
  }
}
