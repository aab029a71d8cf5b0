import type { LoggerService } from '@nestjs/common';
import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';

/** Do not log a visitor's wallet or IP address, or the path of a request. */
export type Log = Logger;

export const LOG = Symbol('log');

export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** Writes asynchronously, so that a slow reader of the log does not hold up requests. */
const BATCHED = { fd: process.stdout.fd, sync: false, minLength: 4_096, periodicFlush: 100 };

export function createLog(
  level: LogLevel,
  destination: DestinationStream = pino.destination(BATCHED),
): Log {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    destination,
  );
}

const WARNING_INTERVAL_MS = 60_000;

/** Logs each kind of warning at most once a minute, with the number of suppressed warnings. */
export class RareWarnings {
  private readonly kinds = new Map<string, { again: number; heldBack: number }>();

  constructor(private readonly log: Log) {}

  warn(message: string, details: object, kind = message): void {
    const now = performance.now();
    const { again, heldBack } = this.kinds.get(kind) ?? { again: 0, heldBack: 0 };
    if (now < again) {
      this.kinds.set(kind, { again, heldBack: heldBack + 1 });
      return;
    }
    this.kinds.set(kind, { again: now + WARNING_INTERVAL_MS, heldBack: 0 });
    this.log.warn({ ...details, heldBack }, message);
  }
}

export function nestLog(target: Log): LoggerService {
  return {
    log: () => undefined,
    warn: (message, ...details) => target.warn({ details }, String(message)),
    error: (message, ...details) => target.error({ details }, String(message)),
    fatal: (message, ...details) => target.fatal({ details }, String(message)),
  };
}
