import type autocannon from 'autocannon';
import { eventLoopP99, peakMemory } from '../test/support/usage.js';
import {
  Benchmark,
  absoluteRow,
  measureInTurn,
  median,
  ratioRow,
  type ResultRow,
  type Target,
} from './benchmark.js';
import { startByCommand } from './server.js';
import type { SampleWallets, Testbed, Testbeds } from './testbed.js';
import {
  CONNECTIONS,
  get,
  getInTurn,
  latencyP99Ms,
  newClaim,
  requestsPerSecond,
  signInsPerSecond,
  statsOf,
  type Extent,
} from './workloads.js';

export interface Effort {
  readonly rounds: number;
  readonly seconds: number;
  readonly requests: number;
}

type Ask = (wallets: SampleWallets) => autocannon.Request;

type Part = (testbeds: Testbeds, effort: Effort) => Promise<ResultRow[]>;

/** Minimum speed of reads relative to the yardstick, and of a week's board relative to the all-time board. */
const READS_TARGET: Target = { atLeast: 0.7 };

/** Minimum speed of claims, relative to the yardstick, which commits one claim at a time. */
const CLAIMS_TARGET: Target = { atLeast: 2.5 };

/**
 * Minimum speed of a tile, relative to a static file of about the same size. A tile is slower, because the server
 * limits and queues requests for tiles.
 */
const TILES_TARGET: Target = { atLeast: 0.5 };

/** Minimum speed with many wallets, relative to the speed with few. */
const FLAT: Target = { atLeast: 0.9 };

/**
 * Sign-ins in a turn, as a share of {@link Effort.requests}. With far fewer, V8 would still be compiling the
 * server's code.
 */
const SHARE_OF_SIGN_INS = 0.2;

/** Parts that add wallets come last. */
export const PARTS: ReadonlyMap<string, Part> = new Map([
  ['start', measureStart],
  ['reads', measureReads],
  ['log', measureLog],
  ['report', measureReport],
  ['claims', measureClaims],
  ['crowd', measureUsage],
  ['sign-ins', measureSignIns],
]);

async function measureStart({ many }: Testbeds, { rounds }: Effort): Promise<ResultRow[]> {
  const start = new Benchmark('start', async () => {
    const server = await startByCommand(many.spareDatabase);
    await server.stop();
    return server.readyAfter;
  });
  await measureInTurn(rounds, [start]);
  return [absoluteRow('start to ready', median(start.samples), 's', { below: 2 })];
}

async function measureReads(testbeds: Testbeds, { rounds, seconds }: Effort): Promise<ResultRow[]> {
  const compare = (what: string, ask: Ask): Promise<ResultRow[]> =>
    compareSizes(what, READS_TARGET, testbeds, rounds, ask, { seconds });
  return [
    ...(await compare('leaderboard', () => get('/api/leaderboard'))),
    ...(await compare('stats and rank in the middle', ({ middle }) =>
      getInTurn(middle.map(statsOf)),
    )),
    ...(await measureWeek(testbeds, { seconds }, rounds)),
  ];
}

async function measureWeek(
  { many }: Testbeds,
  extent: Extent,
  rounds: number,
): Promise<ResultRow[]> {
  const board = (name: string, window: string, wallets: readonly string[]) =>
    new Benchmark(name, () => {
      const questions = wallets.map(
        (wallet) => `/api/leaderboard?window=${window}&around=${wallet}`,
      );
      return requestsPerSecond(many.product.url, [getInTurn(questions)], extent);
    });
  const week = board(nameOf(many), many.wallets.week, many.wallets.middleOfWeek);
  const allTime = board('all time', 'all', many.wallets.middle);
  await measureInTurn(rounds, [week, allTime]);
  return [ratioRow(`board of a week, ${nameOf(many)}`, '/s', week, allTime, READS_TARGET)];
}

/** Full tiles of the transparency log, each with a static file of about the same size. */
const TILES = [
  { name: 'a tile of hashes', path: '/log/tile/0/000', file: '/icon-512.png' },
  { name: 'a tile of entries', path: '/log/tile/entries/000', file: '/notices.txt' },
];

async function measureLog({ many }: Testbeds, { rounds, seconds }: Effort): Promise<ResultRow[]> {
  const { url } = many.product;
  const benchmark = (path: string): Benchmark =>
    new Benchmark(path, () => requestsPerSecond(url, [getInTurn([path])], { seconds }));
  const rows: ResultRow[] = [];
  for (const { name, path, file } of TILES) {
    const [tile, other] = [benchmark(path), benchmark(file)];
    await measureInTurn(rounds, [tile, other]);
    rows.push(ratioRow(name, '/s', tile, other, TILES_TARGET));
  }
  return rows;
}

async function measureReport(
  { many: { product, wallets } }: Testbeds,
  { seconds }: Effort,
): Promise<ResultRow[]> {
  const reads = [get('/api/leaderboard'), getInTurn(wallets.middle.map(statsOf))];
  const p99 = (): Promise<number> => latencyP99Ms(product.url, reads, { seconds });
  await p99();
  const alone = await p99();
  const begun = performance.now();
  const counted = untilCounted(product.url).then(() => (performance.now() - begun) / 1_000);
  const beside = await p99();
  return [
    absoluteRow('report, beside reads', await counted, 's', { below: 30 }),
    absoluteRow('reads, p99', alone, 'ms', { below: 50 }),
    absoluteRow('reads beside the report, p99', beside, 'ms', { below: 50 }),
  ];
}

async function untilCounted(url: string): Promise<void> {
  let response: Response;
  do {
    response = await fetch(`${url}/api/report`);
    await response.arrayBuffer();
  } while (response.status === 503);
}

async function measureClaims(
  testbeds: Testbeds,
  { rounds, requests }: Effort,
): Promise<ResultRow[]> {
  const ask: Ask = ({ referrers }) => newClaim(referrers);
  const { product, wallets } = testbeds.many;
  return [
    ...(await compareSizes('claims', CLAIMS_TARGET, testbeds, rounds, ask, { requests })),
    absoluteRow(
      `a claim at ${CONNECTIONS} connections, p99`,
      await latencyP99Ms(product.url, [ask(wallets)], { requests }),
      'ms',
      { below: 50 },
    ),
  ];
}

/** The memory is the peak since the server started, so it includes the parts before this one. */
async function measureUsage(
  { many: { product, wallets } }: Testbeds,
  { rounds, seconds }: Effort,
): Promise<ResultRow[]> {
  const visit = [
    get('/api/leaderboard'),
    getInTurn(wallets.middle.map(statsOf)),
    newClaim(wallets.referrers),
  ];
  await eventLoopP99(product.url);
  await requestsPerSecond(product.url, visit, { seconds: rounds * seconds });
  return [
    absoluteRow('memory under load', await peakMemory(product.pid), 'MB', { below: 250 }),
    absoluteRow('event loop under load, p99', await eventLoopP99(product.url), 'ms', { below: 50 }),
  ];
}

async function measureSignIns(
  { few, many }: Testbeds,
  { rounds, requests }: Effort,
): Promise<ResultRow[]> {
  const count = Math.round(requests * SHARE_OF_SIGN_INS);
  const benchmark = (testbed: Testbed): Benchmark =>
    new Benchmark(nameOf(testbed), () =>
      signInsPerSecond([testbed.product.url], testbed.wallets.referrers, count),
    );
  const [manyWallets, fewWallets] = [benchmark(many), benchmark(few)];
  await measureInTurn(rounds, [manyWallets, fewWallets]);
  return [ratioRow('sign-ins that prove a referral', '/s', manyWallets, fewWallets, FLAT)];
}

async function compareSizes(
  what: string,
  target: Target,
  { few, many }: Testbeds,
  rounds: number,
  ask: Ask,
  extent: Extent,
): Promise<ResultRow[]> {
  const benchmark = (name: string, { url }: { url: string }, { wallets }: Testbed): Benchmark =>
    new Benchmark(name, () => requestsPerSecond(url, [ask(wallets)], extent));
  const fewProduct = benchmark(nameOf(few), few.product, few);
  const fewYardstick = benchmark('yardstick', few.yardstick, few);
  const manyProduct = benchmark(nameOf(many), many.product, many);
  const manyYardstick = benchmark('yardstick', many.yardstick, many);
  // The last requests of the large yardstick may outlast the pause after its turn. In this order, they slow the small
  // yardstick, not the product.
  await measureInTurn(rounds, [manyYardstick, fewYardstick, fewProduct, manyProduct]);
  return [
    ratioRow(`${what}, ${nameOf(few)}`, '/s', fewProduct, fewYardstick, target),
    ratioRow(`${what}, ${nameOf(many)}`, '/s', manyProduct, manyYardstick, target),
    ratioRow(`${what}, many to few`, '/s', manyProduct, fewProduct, FLAT),
  ];
}

function nameOf({ size }: Testbed): string {
  return `${size.toLocaleString('en')} wallets`;
}
