import { Inject, Injectable } from '@nestjs/common';
import { BackupSchedule } from '../backup/backup-schedule.js';
import { Clock } from '../core/clock.js';
import { LOG, type Log } from '../core/log.js';
import { PeriodicJob } from '../core/periodic-job.js';
import { Readiness } from '../health/readiness.js';
import { SuspectCount } from '../metrics/suspects.js';
import { findFailingNodes } from '../rpc/node-health.js';
import { SETTINGS, type Settings } from '../settings.js';
import { postNotice } from './notify.js';

const LOOK_MS = 60_000;

/** Messages for the beginning and the end of a problem. */
const TEXTS = {
  backup: ['A backup failed: see the log.', 'Backups work again.'],
  write: ['The database cannot be read or written.', 'The database can be read and written again.'],
  node: ['No Solana node answers: balances are not shown.', 'A Solana node answers again.'],
  suspects: ['There are suspects: see ops suspects.', 'There are no suspects any more.'],
} as const;

type Watched = keyof typeof TEXTS;

/** Posts to NOTIFY_URL once when a problem begins, and once when it ends. A restart forgets the posted problems. */
@Injectable()
export class Notifier extends PeriodicJob {
  private readonly problems = new Set<Watched>();
  private hasSuspects = false;
  private isFailing = false;

  constructor(
    @Inject(SETTINGS)
    private readonly settings: Pick<Settings, 'notifyUrl' | 'publicOrigin' | 'solanaRpcUrls'>,
    @Inject(BackupSchedule) private readonly backups: Pick<BackupSchedule, 'lastFailed'>,
    @Inject(Readiness) private readonly readiness: Pick<Readiness, 'check'>,
    @Inject(SuspectCount) private readonly suspects: Pick<SuspectCount, 'read'>,
    private readonly clock: Clock,
    @Inject(LOG) log: Log,
  ) {
    super(log, 'the checks for NOTIFY_URL failed', LOOK_MS, LOOK_MS);
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
      suspects: await this.findSuspects(),
    };
    for (const event of ['backup', 'write', 'node', 'suspects'] as const) {
      if (states[event] !== this.problems.has(event)) {
        await this.post(notifyUrl, event, states[event]);
      }
    }
  }

  /** Posts a notice. A notice that fails is posted again at the next check; the log has the first failure only. */
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
    const { solanaRpcUrls } = this.settings;
    return (await findFailingNodes(solanaRpcUrls)).length < solanaRpcUrls.length;
  }

  /** True if there are suspects. If they cannot be counted, the last count decides. */
  private async findSuspects(): Promise<boolean> {
    const count = await this.suspects.read();
    if (count !== null) this.hasSuspects = count > 0;
    return this.hasSuspects;
  }
}
