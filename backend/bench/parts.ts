import type autocannon from 'autocannon';
import { eventLoopP99, peakMemory } from '../test/support/usage.js';
import {
  Benchmark,
  alone,
  measureInTurn,
  median,
  ratio,
  type Figure,
  type Target,
} from './figures.js';
import { startByCommand } from './server.js';
import { BENCH_WEEK, type SampleWallets, type Testbed, type Testbeds } from './testbed.js';
import {
  CONNECTIONS,
  get,
  getInTurn,
  latencyP99,
  newClaim,
  requestsPerSecond,
  signInsPerSecond,
  statsOf,
  type Extent,
} from './workloads.js';

/** The size of a run. */
export interface Effort {
  /** Turns of each benchmark. */
  readonly rounds: number;
  /** Length of a timed turn. */
  readonly seconds: number;
  /** Requests in a counted turn. */
  readonly requests: number;
}

/** Returns the request to send, for the wallets of a testbed. */
type Ask = (wallets: SampleWallets) => autocannon.Request;

type Part = (testbeds: Testbeds, effort: Effort) => Promise<Figure[]>;

/** Least speed relative to the yardstick. */
const READS_TARGET: Target = { atLeast: 0.7 };
const CLAIMS_TARGET: Target = { atLeast: 4 };

/** Least fraction of the speed with few wallets that many wallets must reach. */
const FLAT: Target = { atLeast: 0.9 };

/** Sign-ins as a fraction of a turn's requests: each takes two requests, a signature and its check. */
const SHARE_OF_SIGN_INS = 0.04;

/** All parts of the bench in order; those that write come last. */
export const PARTS: ReadonlyMap<string, Part> = new Map([
  ['start', measureStart],
  ['reads', measureReads],
  ['claims', measureClaims],
  ['crowd', measureUsage],
  ['sign-ins', measureSignIns],
]);

/** Measures how long `npm start` takes to serve many wallets, with everything installed and built. */
async function measureStart({ many }: Testbeds, { rounds }: Effort): Promise<Figure[]> {
  const start = new Benchmark('start', async () => {
    const server = await startByCommand(many.spareDatabase);
    await server.stop();
    return server.readyAfter;
  });
  await measureInTurn(rounds, [start]);
  return [alone('start to ready', median(start.samples), 's', { below: 2 })];
}

/** Measures the requests of a page. */
async function measureReads(testbeds: Testbeds, { rounds, seconds }: Effort): Promise<Figure[]> {
  const compare = (what: string, ask: Ask): Promise<Figure[]> =>
    compareSizes(what, READS_TARGET, testbeds, rounds, ask, { seconds });
  return [
    ...(await compare('leaderboard', () => get('/api/leaderboard'))),
    ...(await compare('stats and rank in the middle', ({ middle }) =>
      getInTurn(middle.map(statsOf)),
    )),
    ...(await measureWeek(testbeds, { seconds }, rounds)),
  ];
}

/** Compares the board of a week with that of all time, each around wallets in its middle. */
async function measureWeek({ many }: Testbeds, extent: Extent, rounds: number): Promise<Figure[]> {
  const board = (name: string, window: string, wallets: readonly string[]) =>
    new Benchmark(name, () => {
      const questions = wallets.map(
        (wallet) => `/api/leaderboard?window=${window}&around=${wallet}`,
      );
      return requestsPerSecond(many.product.url, [getInTurn(questions)], extent);
    });
  const week = board(nameOf(many), BENCH_WEEK, many.wallets.middleOfWeek);
  const allTime = board('all time', 'all', many.wallets.middle);
  await measureInTurn(rounds, [week, allTime]);
  return [ratio(`board of a week, ${nameOf(many)}`, '/s', week, allTime, READS_TARGET)];
}

/** Measures durable claims. All turns add the same number of wallets. */
async function measureClaims(testbeds: Testbeds, { rounds, requests }: Effort): Promise<Figure[]> {
  const ask: Ask = ({ referrers }) => newClaim(referrers);
  const { product, wallets } = testbeds.many;
  return [
    ...(await compareSizes('claims', CLAIMS_TARGET, testbeds, rounds, ask, { requests })),
    alone(
      `a claim at ${CONNECTIONS} connections, p99`,
      await latencyP99(product.url, [ask(wallets)], { requests }),
      'ms',
      { below: 50 },
    ),
  ];
}

/** Measures memory and event loop while visitors read and claim. */
async function measureUsage(
  { many: { product, wallets } }: Testbeds,
  { rounds, seconds }: Effort,
): Promise<Figure[]> {
  const visit = [
    get('/api/leaderboard'),
    getInTurn(wallets.middle.map(statsOf)),
    newClaim(wallets.referrers),
  ];
  await eventLoopP99(product.url);
  await requestsPerSecond(product.url, visit, { seconds: rounds * seconds });
  return [
    alone('memory under load', await peakMemory(product.pid), 'MB', { below: 250 }),
    alone('event loop under load, p99', await eventLoopP99(product.url), 'ms', { below: 50 }),
  ];
}

/** Measures sign-ins: a challenge, the check of its signature, and the proof of its referral. */
async function measureSignIns(
  { few, many }: Testbeds,
  { rounds, requests }: Effort,
): Promise<Figure[]> {
  const count = Math.round(requests * SHARE_OF_SIGN_INS);
  const benchmark = (testbed: Testbed): Benchmark =>
    new Benchmark(nameOf(testbed), () =>
      signInsPerSecond([testbed.product.url], testbed.wallets.referrers, count),
    );
  const [manyWallets, fewWallets] = [benchmark(many), benchmark(few)];
  await measureInTurn(rounds, [manyWallets, fewWallets]);
  return [ratio('sign-ins that prove a referral', '/s', manyWallets, fewWallets, FLAT)];
}

/**
 * Measures product and yardstick on few and on many wallets, alternately: the product relative to the yardstick, and
 * many relative to few.
 * @param target least speed relative to the yardstick
 */
async function compareSizes(
  what: string,
  target: Target,
  { few, many }: Testbeds,
  rounds: number,
  ask: Ask,
  extent: Extent,
): Promise<Figure[]> {
  const benchmark = (name: string, { url }: { url: string }, { wallets }: Testbed): Benchmark =>
    new Benchmark(name, () => requestsPerSecond(url, [ask(wallets)], extent));
  const fewProduct = benchmark(nameOf(few), few.product, few);
  const fewYardstick = benchmark('yardstick', few.yardstick, few);
  const manyProduct = benchmark(nameOf(many), many.product, many);
  const manyYardstick = benchmark('yardstick', many.yardstick, many);
  // The product goes last: the yardstick's checkpoint may outlast the pause.
  await measureInTurn(rounds, [manyYardstick, fewYardstick, fewProduct, manyProduct]);
  return [
    ratio(`${what}, ${nameOf(few)}`, '/s', fewProduct, fewYardstick, target),
    ratio(`${what}, ${nameOf(many)}`, '/s', manyProduct, manyYardstick, target),
    ratio(`${what}, many to few`, '/s', manyProduct, fewProduct, FLAT),
  ];
}

function nameOf({ size }: Testbed): string {
  return `${size.toLocaleString('en')} wallets`;
}
