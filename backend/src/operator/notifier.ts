import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../core/clock.js';
import { toError } from '../core/errors.js';
import { LOG, type Log } from '../core/log.js';
import { PeriodicJob } from '../core/periodic-job.js';
import { SuspectCount } from '../metrics/suspects.js';
import { Settings } from '../settings.js';
import { postNotice, PROBLEMS } from './notify.js';
import type { Problems } from '../health/health.schema.js';
import { Watch } from './watch.js';

const CHECK_MS = 20_000;

const RETRY_MS = 60_000;

const TEXTS = {
  backup: ['Backups fail: see the log.', 'Backups work again.'],
  write: ['The database cannot be read or written.', 'The database can be read and written again.'],
  node: ['Every Solana node fails: balances may be missing.', 'A Solana node works again.'],
  suspects: ['There are suspects: see ops suspects.', 'There are no suspects any more.'],
} as const;

type Watched = (typeof PROBLEMS)[number];

/** Posts a notice to NOTIFY_URL when a problem begins, and another when it ends. */
@Injectable()
export class Notifier extends PeriodicJob {
  private readonly posted = new Set<Watched>();
  private isFailing = false;
  /** Time before which no notice is posted, by `performance.now()`. */
  private pausedUntil = -Infinity;

  constructor(
    private readonly settings: Settings,
    private readonly watch: Watch,
    @Inject(SuspectCount) private readonly suspects: Pick<SuspectCount, 'read'>,
    private readonly clock: Clock,
    @Inject(LOG) log: Log,
  ) {
    super(log, 'the checks for NOTIFY_URL failed', CHECK_MS, CHECK_MS);
  }

  /** Ends without waiting for a node or a receiver, which can take 10 s to answer. */
  override onApplicationShutdown(): Promise<void> {
    void super.onApplicationShutdown();
    return Promise.resolve();
  }

  async run(): Promise<void> {
    const { noticeReceiver } = this.settings;
    if (noticeReceiver === null) return;
    await this.watch.look();
    const { nodes, write, backup } = this.watch.problems();
    const states: Readonly<Record<Watched, boolean>> = {
      backup: isProblem(backup),
      write: isProblem(write),
      node: nodes.length > 0 && nodes.every(({ problem }) => isProblem(problem)),
      suspects: ((await this.suspects.read()) ?? 0) > 0,
    };
    for (const event of PROBLEMS) {
      if (states[event] === this.posted.has(event)) continue;
      if (performance.now() < this.pausedUntil) return;
      await this.post(noticeReceiver, event, states[event], nodes);
    }
  }

  private async post(
    noticeReceiver: NonNullable<Settings['noticeReceiver']>,
    event: Watched,
    isBeginning: boolean,
    nodes: Problems['nodes'],
  ): Promise<void> {
    const { noticeFormat, publicOrigin } = this.settings;
    const [problem, over] = TEXTS[event];
    const causes = nodes.map((node) => `${node.host}: ${node.problem ?? ''}`);
    const begun = event === 'node' ? `${problem} ${causes.join('; ')}` : problem;
    try {
      await postNotice(
        { noticeReceiver, noticeFormat },
        {
          site: publicOrigin,
          event,
          state: isBeginning ? 'problem' : 'over',
          text: isBeginning ? begun : over,
          at: this.clock.now().toISOString(),
        },
      );
      this.isFailing = false;
      if (isBeginning) this.posted.add(event);
      else this.posted.delete(event);
    } catch (error) {
      this.pausedUntil = performance.now() + RETRY_MS;
      const { message } = toError(error);
      if (!this.isFailing) this.log.warn({ error: message }, 'a notice could not be posted');
      this.isFailing = true;
    }
  }
}

const isProblem = (problem: string | null | undefined): boolean => typeof problem === 'string';
