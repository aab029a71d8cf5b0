import { Inject, Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { z } from 'zod';
import { LOG, type Log } from '../core/log.js';
import { PeriodicJob } from '../core/periodic-job.js';
import type { DatabaseLocation } from '../database/database.js';
import { runOps } from '../run-ops.js';
import { SETTINGS, type Settings } from '../settings.js';

/** How often it is looked who stands out, in milliseconds: it takes a walk through all referrals. */
const LOOK_MS = 3_600_000;

/** What the tool may print, in bytes, and for how long it may look, in milliseconds. */
const MAX_REPORT_BYTES = 268_435_456;
const MAX_LOOK_MS = 600_000;

const reportSchema = z.array(z.object({ wallet: z.string() }));

/** How the tool ends where somebody stands out. */
const foundSchema = z.object({ code: z.literal(1), stdout: z.string() });

/** Keeps a metric of how many referrers stand out, as `ops suspects` tells, so that an alert can say that there are more. */
@Injectable()
export class SuspectsWatch extends PeriodicJob {
  private readonly gauge: Gauge;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOG) log: Log,
    registry: Registry,
  ) {
    super(log, 'suspects uncounted', LOOK_MS, LOOK_MS);
    this.gauge = new Gauge({
      name: 'pyramidion_suspects',
      help: 'Referrers whose recruits look like the keys of one person, counted every hour; missing until the first',
      registers: [registry],
    });
    this.gauge.remove();
  }

  async run(signal: AbortSignal): Promise<void> {
    this.gauge.set(await countSuspects(this.settings.database, signal));
  }
}

/**
 * Counts the referrers who stand out.
 * @param ops the operator's tool, where it is not beside this code
 * @throws Error with what it said
 */
export async function countSuspects(
  database: DatabaseLocation,
  signal: AbortSignal,
  ops?: string,
): Promise<number> {
  const limits = { maxBuffer: MAX_REPORT_BYTES, timeout: MAX_LOOK_MS, signal };
  const ending = runOps(database, ['suspects', '--json'], limits, ops);
  const { stdout } = await ending.catch((error: unknown) => {
    const found = foundSchema.safeParse(error);
    if (!found.success) throw error;
    return found.data;
  });
  return new Set(reportSchema.parse(JSON.parse(stdout)).map(({ wallet }) => wallet)).size;
}
