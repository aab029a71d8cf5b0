import { join } from 'node:path';
import { seededRandom } from '../test/support/seeded-random.js';
import { startBuiltServer, type BuiltServer } from '../test/support/built-server.js';
import { withFolder } from '../test/support/temporary-database.js';
import { audit, worseOf } from './audit.js';
import { LogWatch } from './log-watch.js';
import { SOUND, outcomeOf, type Effort, type Outcome } from './report.js';
import { Receipts, Workload } from './workload.js';

const WRITERS = 8;

export interface TrialOptions {
  /** Default: a temporary folder, which is removed afterwards. */
  readonly folder?: string;
  /** Default: a SQLite file in the folder. */
  readonly databaseUrl?: string;
  readonly environment?: NodeJS.ProcessEnv;
}

/** A database, its server, and a workload that records what the server acknowledges. */
export class Trial {
  readonly receipts = new Receipts();
  readonly random: () => number;
  readonly workload: Workload;
  readonly log = new LogWatch();
  readonly broken: string[] = [];
  findings = SOUND;

  private constructor(
    readonly folder: string,
    readonly databaseUrl: string,
    seed: number,
    private readonly start: () => Promise<BuiltServer>,
    public server: BuiltServer,
  ) {
    this.random = seededRandom(seed);
    this.workload = new Workload(this.receipts, this.random);
  }

  static async on(
    folder: string,
    seed: number,
    { databaseUrl = `sqlite:${join(folder, 'test.sqlite')}`, environment = {} }: TrialOptions,
  ): Promise<Trial> {
    const start = (): Promise<BuiltServer> =>
      startBuiltServer(folder, {
        DATABASE_URL: databaseUrl,
        TRUST_PROXY: '1',
        ...environment,
      });
    return new Trial(folder, databaseUrl, seed, start, await start());
  }

  /** Starts a new server. The previous one must have ended. */
  async restart(): Promise<void> {
    this.server = await this.start();
  }

  async stop(): Promise<void> {
    const status = await this.server.stop('SIGTERM');
    if (status !== 0) this.broken.push(`SIGTERM ended it with ${String(status)}`);
  }

  async writeMore(acknowledgements: number, writers = WRITERS): Promise<void> {
    await this.harmUnderWriters(acknowledgements, () => Promise.resolve(), writers);
  }

  /**
   * Runs writers, calls `harm` after this many more acknowledgements, and stops the writers once `harm` has finished.
   * Fetches checkpoints meanwhile.
   */
  async harmUnderWriters(
    acknowledgements: number,
    harm: () => Promise<void>,
    writers = WRITERS,
  ): Promise<void> {
    const enough = this.receipts.order.length + acknowledgements;
    const harms: Promise<void>[] = [];
    let isOver = false;
    let isWritten = false;
    const watching = this.log.watch(
      () => [this.server.url],
      () => isWritten,
    );
    const unexpected = await this.workload.write(this.server.url, writers, () => {
      if (harms.length === 0 && this.receipts.order.length >= enough) {
        const begun = harm().finally(() => (isOver = true));
        // Its rejection is thrown below, after the writers have stopped.
        begun.catch(() => undefined);
        harms.push(begun);
      }
      return isOver;
    });
    isWritten = true;
    await Promise.all([watching, ...harms]);
    this.broken.push(...unexpected);
    if (harms.length === 0) this.broken.push('the server was gone before enough was acknowledged');
  }

  async checkLog(): Promise<void> {
    this.broken.push(...(await this.log.faults(this.server.url)));
  }

  /** Compares the database with the receipts, and keeps the maximum of each finding. */
  async audit(): Promise<void> {
    this.findings = worseOf(this.findings, await audit(this.databaseUrl, this.receipts));
  }
}

export type Harm = (
  trial: Trial,
) => Promise<Pick<Outcome, 'harmed'> & Partial<Pick<Outcome, 'measured' | 'timings'>>>;

export async function tryServer(
  { seed }: Pick<Effort, 'seed'>,
  harm: Harm,
  options: TrialOptions = {},
): Promise<Outcome> {
  const { folder } = options;
  if (folder === undefined) {
    return withFolder((made) => tryServer({ seed }, harm, { ...options, folder: made }));
  }
  const trial = await Trial.on(folder, seed, options);
  try {
    const harmed = await harm(trial);
    await trial.checkLog();
    await trial.stop();
    await trial.audit();
    const { receipts, findings, broken } = trial;
    return outcomeOf({ ...harmed, acknowledged: receipts.order.length, ...findings, broken });
  } finally {
    await trial.server.stop('SIGKILL');
  }
}

/** Starts a server that should fail to start. Returns its error as text, or `served` if it starts. */
export async function endOfStart(folder: string, databaseUrl: string): Promise<string> {
  try {
    const server = await startBuiltServer(folder, { DATABASE_URL: databaseUrl });
    await server.stop('SIGKILL');
    return 'served';
  } catch (error) {
    return String(error);
  }
}

/** Returns a tenth of `kills`, rounded up, for scenarios whose rounds take seconds. */
export function tenthOf({ kills }: Pick<Effort, 'kills'>): number {
  return Math.ceil(kills / 10);
}
