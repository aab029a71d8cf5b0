import 'reflect-metadata';
import { Command, Option } from 'commander';
import { table } from '../../src/ops/table.js';
import { Contestant, measureInTurn } from '../contestant.js';
import { CONNECTIONS, requestsPerSecond } from '../load.js';
import { get, newClaim } from '../requests.js';
import { signInsPerSecond } from '../sign-ins.js';
import { median, medianRatio } from '../statistics.js';
import type { Deployment } from './deployment.js';
import { startDeployments } from './deployment.js';

const WALLETS = 5_000;
const PROCESSES = [1, 2, 4];

/** Clients whose claims take turns, so that none of them has to wait too long. */
const FEW_CLIENTS = 16;

interface Options {
  readonly rounds: string;
  readonly requests: string;
  readonly only?: string;
}

interface Work {
  /** Of the requests of a turn, so many are done: some take longer than others. */
  readonly share: number;
  do(deployment: Deployment, count: number): Promise<unknown>;
}

/** The requests go to the processes in equal shares. */
const ask = (
  requestsOf: (deployment: Deployment) => Parameters<typeof requestsPerSecond>[1],
  clients = CONNECTIONS,
): Work => ({
  share: 1,
  do(deployment, count) {
    const { urls } = deployment;
    const extent = { requests: Math.ceil(count / urls.length) };
    const connections = Math.ceil(clients / urls.length);
    return Promise.all(
      urls.map((url) => requestsPerSecond(url, requestsOf(deployment), extent, connections)),
    );
  },
});

const WORK: Readonly<Record<string, Work>> = {
  leaderboard: ask(() => [get('/api/leaderboard')]),
  rank: ask(({ middle }) => [get(`/api/referral-stats?wallet=${middle}`)]),
  claims: ask(({ referrers }) => [newClaim(referrers)]),
  'one-referrer': ask(({ referrers }) => [newClaim(referrers.slice(0, 1))], FEW_CLIENTS),
  'sign-ins': {
    share: 0.1,
    do: ({ urls, referrers }, count) => signInsPerSecond(urls, referrers, count),
  },
};

const HEADINGS = ['', 'a second', 'against SQLite', 'core ms, product', 'core ms, PostgreSQL'];

/** A deployment at one kind of work, and the time on a core that it took. */
class Trial {
  readonly contestant: Contestant;
  /** Milliseconds on a core for each thing done, turn by turn; the first turn warms up. */
  private readonly cpuMs: { product: number; postgres: number }[] = [];

  constructor(
    private readonly deployment: Deployment,
    private readonly work: Work,
    private readonly count: number,
  ) {
    this.contestant = new Contestant(deployment.name, () => this.measure());
  }

  cells(yardstick: Trial): string[] {
    const { name, figures } = this.contestant;
    return [
      name,
      median(figures).toFixed(0),
      `${medianRatio(figures, yardstick.contestant.figures).toFixed(2)} ×`,
      median(this.cpuMs.slice(1).map(({ product }) => product)).toFixed(2),
      median(this.cpuMs.slice(1).map(({ postgres }) => postgres)).toFixed(2),
    ];
  }

  private async measure(): Promise<number> {
    const before = this.deployment.cpuSeconds();
    const started = performance.now();
    await this.work.do(this.deployment, this.count);
    const seconds = (performance.now() - started) / 1000;
    const after = this.deployment.cpuSeconds();
    this.cpuMs.push({
      product: (1000 * (after.product - before.product)) / this.count,
      postgres: (1000 * (after.postgres - before.postgres)) / this.count,
    });
    return this.count / seconds;
  }
}

async function measureScale({ rounds, requests, only }: Options): Promise<void> {
  const deployments = await startDeployments(WALLETS, PROCESSES);
  try {
    for (const [what, work] of Object.entries(WORK)) {
      if (only !== undefined && only !== what) continue;
      const trials = deployments.all.map(
        (each) => new Trial(each, work, Number(requests) * work.share),
      );
      const [yardstick] = trials;
      if (yardstick === undefined) return;
      await measureInTurn(
        Number(rounds),
        trials.map(({ contestant }) => contestant),
      );
      const rows = trials.map((trial) => trial.cells(yardstick));
      console.log(`${what}\n${table(HEADINGS, rows)}\n`);
    }
  } finally {
    await deployments.stop();
  }
}

await new Command('npm run bench:scale --')
  .description(
    'Measures one process on SQLite beside several on one PostgreSQL, both as durable, on this machine.',
  )
  .option('--rounds <n>', 'how often each takes its turn', '5')
  .option('--requests <n>', 'requests in a turn; sign-ins are a tenth of that', '1000')
  .addOption(new Option('--only <what>', 'one kind of work').choices(Object.keys(WORK)))
  .action(measureScale)
  .parseAsync();
