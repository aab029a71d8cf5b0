import 'reflect-metadata';
import type autocannon from 'autocannon';
import { Command, Option } from 'commander';
import { parseCount } from '../../src/ops/arguments.js';
import { table } from '../../src/ops/table.js';
import { Benchmark, measureInTurn, median, medianRatio } from '../benchmark.js';
import {
  CONNECTIONS,
  get,
  newClaim,
  requestsPerSecond,
  SIGN_IN_CONNECTIONS,
  signInsPerSecond,
  statsOf,
} from '../workloads.js';
import { startDeployments, type Deployment } from './deployment.js';

const PROCESSES = [1, 2, 4];

const FEW_CLIENTS = 16;

const SHARE_OF_SIGN_INS = 0.1;

/** Operations in a turn are a multiple of this, so that all deployments are asked for the same number. */
const unitOf = (what: string): number =>
  what === SIGN_INS ? SIGN_IN_CONNECTIONS : Math.max(...PROCESSES);

type Workload = (deployment: Deployment, count: number) => Promise<unknown>;

function ask(request: (to: Deployment) => autocannon.Request, clients = CONNECTIONS): Workload {
  return (deployment, count) => {
    const { urls } = deployment;
    const extent = { requests: Math.ceil(count / urls.length) };
    const connections = Math.ceil(clients / urls.length);
    return Promise.all(
      urls.map((url) => requestsPerSecond(url, [request(deployment)], extent, connections)),
    );
  };
}

const SIGN_INS = 'sign-ins';

const WORKLOADS: Readonly<Record<string, Workload>> = {
  leaderboard: ask(() => get('/api/leaderboard')),
  rank: ask(({ middle }) => get(statsOf(middle))),
  claims: ask(({ referrers }) => newClaim(referrers)),
  'one-referrer': ask(({ referrers }) => newClaim(referrers.slice(0, 1)), FEW_CLIENTS),
  [SIGN_INS]: ({ urls, referrers }, count) => signInsPerSecond(urls, referrers, count),
};

const HEADINGS = ['', 'a second', 'against SQLite', 'core ms, product', 'core ms, PostgreSQL'];

class ScaleBenchmark extends Benchmark {
  /** CPU ms per operation in each turn. The first turn is a warm-up. */
  private readonly cpuMs: { product: number; postgres: number }[] = [];

  constructor(deployment: Deployment, workload: Workload, count: number) {
    super(deployment.name, async () => {
      const before = deployment.cpuSeconds();
      const started = performance.now();
      await workload(deployment, count);
      const seconds = (performance.now() - started) / 1000;
      const after = deployment.cpuSeconds();
      this.cpuMs.push({
        product: (1000 * (after.product - before.product)) / count,
        postgres: (1000 * (after.postgres - before.postgres)) / count,
      });
      return count / seconds;
    });
  }

  cells(yardstick: ScaleBenchmark): string[] {
    const counted = this.cpuMs.slice(1);
    return [
      this.name,
      median(this.samples).toFixed(0),
      `${medianRatio(this, yardstick).toFixed(2)} ×`,
      median(counted.map(({ product }) => product)).toFixed(2),
      median(counted.map(({ postgres }) => postgres)).toFixed(2),
    ];
  }
}

interface Options {
  readonly wallets: number;
  readonly rounds: number;
  readonly requests: number;
  readonly only?: string;
}

async function measureScale({ wallets, rounds, requests, only }: Options): Promise<void> {
  const deployments = await startDeployments(wallets, PROCESSES);
  try {
    for (const [what, workload] of Object.entries(WORKLOADS)) {
      if (only !== undefined && only !== what) continue;
      const unit = unitOf(what);
      const wanted = requests * (what === SIGN_INS ? SHARE_OF_SIGN_INS : 1);
      const count = unit * Math.ceil(wanted / unit);
      const benchmarks = deployments.all.map((each) => new ScaleBenchmark(each, workload, count));
      await measureInTurn(rounds, benchmarks);
      const [yardstick] = benchmarks;
      const rows = benchmarks.map((each) => each.cells(yardstick ?? each));
      console.log(`${what}\n${table(HEADINGS, rows)}\n`);
    }
  } finally {
    await deployments.stop();
  }
}

await new Command('npm run bench:scale --')
  .description(
    'Compares one process on SQLite with several processes on one PostgreSQL, with the same durability.',
  )
  .option('--wallets <n>', 'wallets in each database', parseCount(1_000_000), 5_000)
  .option('--rounds <n>', 'number of rounds, with one turn of each database', parseCount(1_000), 5)
  .option(
    '--requests <n>',
    'minimum number of requests in a turn; a tenth of it for sign-ins',
    parseCount(1_000_000),
    1_000,
  )
  .addOption(
    new Option('--only <what>', 'measure one kind of request').choices(Object.keys(WORKLOADS)),
  )
  .action(measureScale)
  .parseAsync();
