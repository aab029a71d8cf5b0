import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { OPS } from '../core/ops-process.js';
import { statusReportSchema, type StatusReport } from './status-report.js';

/** Lifetime of a cached report, in milliseconds. */
const FRESH_MS = 30_000;

/** Timeout of a report, in milliseconds. It takes 2 s for 1,000,000 wallets. */
const TIMEOUT_MS = 60_000;

const KEY = 'status';

/**
 * Runs `ops status` in a separate process, so that no visitor's request waits for its queries. Concurrent requests
 * share one report.
 */
@Injectable()
export class StatusSource {
  private readonly reports = new LRUCache<string, StatusReport>({
    max: 1,
    ttl: FRESH_MS,
    fetchMethod: () => this.gather(),
  });

  /** Returns a report that is at most 30 s old. */
  async read(): Promise<StatusReport> {
    const report = await this.reports.fetch(KEY);
    if (report === undefined) throw new Error('the report was cancelled');
    return report;
  }

  /** Runs `ops status`, whose exit status is 1 if the report has warnings. */
  protected async gather(): Promise<StatusReport> {
    const words = [OPS, 'status', '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, words, {
      timeout: TIMEOUT_MS,
    }).catch((error: unknown) => {
      if (hasReport(error)) return error;
      throw error;
    });
    return statusReportSchema.parse(JSON.parse(stdout));
  }
}

function hasReport(error: unknown): error is Error & { readonly stdout: string } {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 1 &&
    'stdout' in error &&
    typeof error.stdout === 'string'
  );
}
