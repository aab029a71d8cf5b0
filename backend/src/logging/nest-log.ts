import type { LoggerService } from '@nestjs/common';
import type { Log } from './log.js';

/** Has Nest write into our log, and only what is wrong: it would tell of each route that it maps. */
export class NestLog implements LoggerService {
  constructor(private readonly target: Log) {}

  log(): void {}

  warn(message: unknown, ...details: unknown[]): void {
    this.target.warn({ details }, String(message));
  }

  error(message: unknown, ...details: unknown[]): void {
    this.target.error({ details }, String(message));
  }

  fatal(message: unknown, ...details: unknown[]): void {
    this.target.fatal({ details }, String(message));
  }
}
