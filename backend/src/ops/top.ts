import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '../core/errors.js';
import { loadSettings } from '../settings.js';
import { parseCount } from './arguments.js';
import { newCommand } from './command.js';
import { RunningServer } from './running-server.js';
import { facts, table } from './table.js';

interface Options {
  readonly every: number;
  readonly times?: number;
  readonly json?: true;
}

const SECOND_MS = 1_000;

/** Brings the cursor home, and empties the screen. */
const CLEAR = '\u001b[H\u001b[J';

/**
 * What is shown: the heading of its column, its name in full, and the series that are summed up for it. With a unit it is
 * the sum, in that; else what the counters have risen by in a second.
 */
type Figure = readonly [heading: string, name: string, series: RegExp, unit?: number];

const FIGURES: readonly Figure[] = [
  ['req/s', 'Requests a second', /^http_request_duration_seconds_count/],
  ['5xx/s', '  answered 5xx', /^http_request_duration_seconds_count.*status="5/],
  ['claim/s', 'Claims a second', /^pyramidion_referrals_total.*"claimed"/],
  ['proof/s', 'Proofs a second', /^pyramidion_referrals_total.*"proven"/],
  ['sign/s', 'Sign-ins a second', /^pyramidion_sign_ins_total.*"opened"/],
  ['node/s', 'Answers of Solana a second', /^pyramidion_rpc_total.*"node"/],
  ['fault/s', '  that did not come', /^pyramidion_rpc_total.*"fault"/],
  ['queue', 'Writes that wait', /^pyramidion_write_waiting/, 1],
  ['refused/s', '  refused a second', /^pyramidion_write_refused_total/],
  ['MiB', 'Memory in MiB', /^process_resident_memory_bytes/, 1_048_576],
];

export const TOP = newCommand('top', 'watch the server that runs on this machine', 'it was watched')
  .option('--every <seconds>', 'time between two looks', parseCount(3_600), 2)
  .option('--times <count>', 'looks until it ends by itself', parseCount(1_000_000))
  .addHelpText('after', '\nOn a terminal it draws over what it drew before, else a line a look.')
  .action(async ({ every, times = Infinity, json }: Options) => {
    const server = new RunningServer(loadSettings());
    let before = await sumsOf(server);
    if (before === null) {
      throw new StartError(`no server answers at ${server.address}: start it, or set its PORT`);
    }
    for (let look = 0; look < times; look += 1) {
      const since = performance.now();
      await delay(every * SECOND_MS);
      const now = await sumsOf(server);
      const seconds = (performance.now() - since) / SECOND_MS;
      const values = valuesOf(before, now, seconds);
      const line = JSON.stringify({ time: new Date().toISOString(), ...values });
      process.stdout.write(`${json === true ? line : asText(values, look)}\n`);
      before = now;
    }
  });

/** What the series of each figure add up to; null while the server does not answer. */
type Sums = readonly number[] | null;

async function sumsOf(server: RunningServer): Promise<Sums> {
  const metrics = await server.metrics();
  if (metrics === null) return null;
  return FIGURES.map(([, , series]) =>
    metrics
      .filter((line) => series.test(line))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0),
  );
}

/** By heading; null while the server does not answer. A counter that fell is that of a server which has started since. */
type Values = Readonly<Record<string, number | null>>;

function valuesOf(before: Sums, now: Sums, seconds: number): Values {
  const values = FIGURES.map(([heading, , , unit], index): [string, number | null] => {
    const [earlier, sum] = [before?.[index], now?.[index]];
    if (sum !== undefined && unit !== undefined) return [heading, Math.round(sum / unit)];
    if (sum === undefined || earlier === undefined) return [heading, null];
    return [heading, Math.round((Math.max(sum - earlier, 0) / seconds) * 10) / 10];
  });
  return Object.fromEntries(values);
}

function asText(values: Values, look: number): string {
  const cells = Object.values(values).map((value) => value ?? '–');
  const time = new Date().toLocaleTimeString('en-GB');
  if (process.stdout.isTTY) {
    const rows = FIGURES.map(([, name], index) => [name, cells[index] ?? '–'] as const);
    return `${CLEAR}${facts([['Time', time], ...rows])}`;
  }
  const headings = ['Time    ', ...Object.keys(values).map((heading) => heading.padStart(8))];
  const lines = table(headings, [[time, ...cells.map((cell) => String(cell).padStart(8))]]);
  return look === 0 ? lines : (lines.split('\n')[1] ?? '');
}
