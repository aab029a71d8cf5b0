import type { Command } from 'commander';
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
const MIB = 1_048_576;

/** What is shown: a column of lines, its name in full, and the series that are summed up for it. */
interface Figure {
  readonly heading: string;
  readonly name: string;
  readonly series: RegExp;
  /** What a counter has risen by in a second, or a number as it is, of which so many are one. */
  readonly show: 'a second' | { readonly of: number };
}

const FIGURES: readonly Figure[] = [
  figure('req/s', 'Requests a second', /^http_request_duration_seconds_count/),
  figure('5xx/s', '  answered 5xx', /^http_request_duration_seconds_count.*status="5/),
  figure('claim/s', 'Claims a second', /^pyramidion_referrals_total.*"claimed"/),
  figure('proof/s', 'Proofs a second', /^pyramidion_referrals_total.*"proven"/),
  figure('sign/s', 'Sign-ins a second', /^pyramidion_sign_ins_total.*"opened"/),
  figure('node/s', 'Answers of Solana a second', /^pyramidion_rpc_total.*"node"/),
  figure('fault/s', '  that did not come', /^pyramidion_rpc_total.*"fault"/),
  figure('queue', 'Writes that wait', /^pyramidion_write_waiting/, { of: 1 }),
  figure('refused/s', '  refused a second', /^pyramidion_write_refused_total/),
  figure('MiB', 'Memory in MiB', /^process_resident_memory_bytes/, { of: MIB }),
];

function figure(
  heading: string,
  name: string,
  series: RegExp,
  show: Figure['show'] = 'a second',
): Figure {
  return { heading, name, series, show };
}

/** `top`: watches the server that runs on this machine. */
export function topCommand(): Command {
  return newCommand('top', 'watch the server that runs on this machine', 'it was watched')
    .option('--every <seconds>', 'time between two looks', parseCount(3_600), 2)
    .option('--times <count>', 'looks until it ends by itself', parseCount(1_000_000))
    .addHelpText('after', '\nOn a terminal it draws over what it drew before, else a line a look.')
    .action(async ({ every, times = Infinity, json }: Options) => {
      const server = new RunningServer(loadSettings());
      let before = await server.metrics();
      if (before === null) {
        throw new StartError(`no server answers at ${server.address}: start it, or set its PORT`);
      }
      for (let look = 0; look < times; look += 1) {
        const since = performance.now();
        await delay(every * SECOND_MS);
        const now = await server.metrics();
        const seconds = (performance.now() - since) / SECOND_MS;
        const values = FIGURES.map((each) => valueOf(each, before, now, seconds));
        process.stdout.write(json === true ? asJson(values) : asText(values, look));
        before = now;
      }
    });
}

type Metrics = ReadonlyMap<string, number> | null;

/** Null while the server does not answer. A counter that fell is that of a server which has started since. */
function valueOf(
  { series, show }: Figure,
  before: Metrics,
  now: Metrics,
  seconds: number,
): number | null {
  if (now === null) return null;
  const sum = (metrics: Metrics): number =>
    Array.from(metrics ?? []).reduce(
      (all, [name, value]) => all + (series.test(name) ? value : 0),
      0,
    );
  if (show !== 'a second') return Math.round(sum(now) / show.of);
  if (before === null) return null;
  return Math.round((Math.max(sum(now) - sum(before), 0) / seconds) * 10) / 10;
}

type Values = readonly (number | null)[];

function asJson(values: Values): string {
  const entries = FIGURES.map(({ heading }, index) => [heading, values[index] ?? null]);
  return `${JSON.stringify({ time: new Date().toISOString(), ...Object.fromEntries(entries) })}\n`;
}

/** Brings the cursor home, and empties the screen. */
const CLEAR = '\u001b[H\u001b[J';

function asText(values: Values, look: number): string {
  const cells = values.map((value) => value ?? '–');
  const time = new Date().toLocaleTimeString('en-GB');
  if (process.stdout.isTTY) {
    const rows = FIGURES.map(({ name }, index) => [name, cells[index] ?? '–'] as const);
    return `${CLEAR}${facts([['Time', time], ...rows])}\n`;
  }
  const headings = ['Time    ', ...FIGURES.map(({ heading }) => heading.padStart(8))];
  const lines = table(headings, [[time, ...cells.map((cell) => String(cell).padStart(8))]]);
  return look === 0 ? `${lines}\n` : `${lines.split('\n')[1] ?? ''}\n`;
}
