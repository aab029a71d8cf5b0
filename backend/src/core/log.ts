import type { LoggerService } from '@nestjs/common';
import type { DestinationStream, Logger } from 'pino';
import { pino, stdTimeFunctions } from 'pino';

/** What the operator may want to know, one JSON object a line; nothing in it tells who a visitor is. */
export type Log = Logger;

/** Where the log is injected. */
export const LOG = Symbol('log');

/** @param destination standard output unless told otherwise */
export function createLog(destination: DestinationStream = standardOutput()): Log {
  return pino(
    {
      base: { pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    destination,
  );
}

/** Lines that come quickly are written together: up to so many bytes, and no later than after so many milliseconds. */
const BATCH = { minLength: 4_096, periodicFlush: 100 };

/** Whoever reads the log slowly does not hold up the requests; what is still unwritten at the exit is written then. */
function standardOutput(): DestinationStream {
  return pino.destination({ fd: process.stdout.fd, sync: false, ...BATCH });
}

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
