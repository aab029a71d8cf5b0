import type { LoggerService } from '@nestjs/common';
import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';

/** What the operator may want to know, one JSON object a line; nothing in it tells who a visitor is. */
export type Log = Logger;

export const LOG = Symbol('log');

/** How much is written, from what breaks to a line for each request; each has those before it, too. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Lines that come quickly are written together, up to so many bytes and no later than after so many milliseconds: whoever
 * reads the log slowly does not hold up the requests. What is still unwritten at the exit is written then.
 */
const BATCHED = { fd: process.stdout.fd, sync: false, minLength: 4_096, periodicFlush: 100 };

/** @param destination standard output unless told otherwise */
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

/** Warnings that each of many requests may give rise to: one of a kind a minute is written, with how many came before it. */
export class RareWarnings {
  private readonly kinds = new Map<string, { again: number; heldBack: number }>();

  constructor(private readonly log: Log) {}

  /** @param kind one of a few; `message` unless something else tells them apart */
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

/** Has Nest write into our log, and only what is wrong: it would tell of each route that it maps. */
export function nestLog(target: Log): LoggerService {
  return {
    log: () => undefined,
    warn: (message, ...details) => target.warn({ details }, String(message)),
    error: (message, ...details) => target.error({ details }, String(message)),
    fatal: (message, ...details) => target.fatal({ details }, String(message)),
  };
}
