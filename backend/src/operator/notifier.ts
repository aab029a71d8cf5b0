import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { BackupSchedule } from '../backup/backup-schedule.js';
import { Clock } from '../core/clock.js';
import { LOG, type Log } from '../core/log.js';
import { PeriodicJob } from '../core/periodic-job.js';
import { Reader } from '../database/reader.js';
import { Readiness } from '../health/readiness.js';
import { SETTINGS, type Settings } from '../settings.js';
import { postNotice } from './notify.js';

const LOOK_MS = 60_000;

/** Between two counts of suspects, in milliseconds: the query takes 0.5 s for 1,000,000 wallets. */
const SUSPECTS_MS = 600_000;

const NODE_TIMEOUT_MS = 10_000;

const countRow = z.object({ count: z.int() });
const SUSPECTS = 'SELECT CAST(count(DISTINCT wallet) AS integer) AS count FROM suspects';

/** Texts of a problem and of its end. */
const TEXTS = {
  backup: ['A backup failed: see the log.', 'Backups are made again.'],
  write: ['The database cannot be read or written.', 'The database can be read and written again.'],
  node: ['No Solana node answers: balances are not shown.', 'A Solana node answers again.'],
  suspects: ['Referrers stand out: see ops suspects.', 'No referrer stands out any more.'],
} as const;

type Watched = keyof typeof TEXTS;

/** Posts to NOTIFY_URL once when something goes wrong, and once when it is over. A restart forgets what was posted. */
@Injectable()
export class Notifier extends PeriodicJob {
  private readonly problems = new Set<Watched>();
  private hasSuspects = false;
  private suspectsCountedAt = -Infinity;
  private isFailing = false;

  constructor(
    @Inject(SETTINGS)
    private readonly settings: Pick<Settings, 'notifyUrl' | 'publicOrigin' | 'solanaRpcUrls'>,
    @Inject(BackupSchedule) private readonly backups: Pick<BackupSchedule, 'lastFailed'>,
    @Inject(Readiness) private readonly readiness: Pick<Readiness, 'check'>,
    @Inject(Reader) private readonly reader: Pick<Reader, 'select'>,
    private readonly clock: Clock,
    @Inject(LOG) log: Log,
  ) {
    super(log, 'nothing was checked for NOTIFY_URL', LOOK_MS, LOOK_MS);
  }

  async run(): Promise<void> {
    const { notifyUrl } = this.settings;
    if (notifyUrl === null) return;
    const states: Readonly<Record<Watched, boolean>> = {
      backup: this.backups.lastFailed,
      write: await this.readiness.check().then(
        () => false,
        () => true,
      ),
      node: !(await this.hasNode()),
      suspects: await this.countSuspects(),
    };
    for (const event of ['backup', 'write', 'node', 'suspects'] as const) {
      if (states[event] !== this.problems.has(event)) {
        await this.post(notifyUrl, event, states[event]);
      }
    }
  }

  /** Notices that fail are posted again at the next look; the log names the first failure. */
  private async post(url: string, event: Watched, isProblem: boolean): Promise<void> {
    const [problem, over] = TEXTS[event];
    try {
      await postNotice(url, {
        site: this.settings.publicOrigin,
        event,
        state: isProblem ? 'problem' : 'over',
        text: isProblem ? problem : over,
        at: this.clock.now().toISOString(),
      });
      this.isFailing = false;
      if (isProblem) this.problems.add(event);
      else this.problems.delete(event);
    } catch (error) {
      if (!this.isFailing) this.log.warn({ error: String(error) }, 'a notice could not be posted');
      this.isFailing = true;
    }
  }

  private async hasNode(): Promise<boolean> {
    const answers = await Promise.all(this.settings.solanaRpcUrls.map((url) => answersHealth(url)));
    return answers.includes(true);
  }

  /** True if there are suspects, as counted in the last 10 minutes. */
  private async countSuspects(): Promise<boolean> {
    if (performance.now() - this.suspectsCountedAt >= SUSPECTS_MS) {
      this.suspectsCountedAt = performance.now();
      const [row] = await this.reader.select(countRow, SUSPECTS).catch(() => []);
      if (row !== undefined) this.hasSuspects = row.count > 0;
    }
    return this.hasSuspects;
  }
}

async function answersHealth(url: string): Promise<boolean> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getHealth' }),
    redirect: 'manual',
    signal: AbortSignal.timeout(NODE_TIMEOUT_MS),
  }).catch(() => null);
  await response?.body?.cancel();
  return response?.ok === true;
}
