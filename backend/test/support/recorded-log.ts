import { z } from 'zod';
import { createLog, type Log, type LogLevel } from '../../src/core/log.js';

const lineSchema = z.looseObject({ level: z.string(), time: z.iso.datetime(), msg: z.string() });

export type LogLine = z.infer<typeof lineSchema>;

export interface RecordedLog {
  readonly log: Log;
  text(): string;
  saying(message: string): LogLine[];
}

export function recordLog(level: LogLevel = 'debug'): RecordedLog {
  const lines: string[] = [];
  return {
    log: createLog(level, { write: (line) => lines.push(line) }),
    text: () => lines.join(''),
    saying: (message) =>
      lines.map((line) => lineSchema.parse(JSON.parse(line))).filter(({ msg }) => msg === message),
  };
}
