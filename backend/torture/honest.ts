import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { challengeSchema } from '../src/sign-in/sign-in.schema.js';
import { newSigner } from '../test/support/signer.js';
import { withFolder } from '../test/support/temporary-database.js';
import { Visitor, signed } from '../test/support/visitor.js';
import type { Attack } from './flood.js';
import { percentile, type Outcome } from './report.js';
import { TOP, type Receipts } from './workload.js';

const ARRIVAL_MS = 100;

const PATIENCE_MS = 10_000;

/** A quiet p99 below this time counts as this time, since shorter times vary too much. */
const NOISE_MS = 20;

/** `factor` multiplies the quiet p99 in the default of {@link Step.below}. */
const CROWDS = [
  { clients: 1, factor: 3 },
  { clients: 10, factor: 10 },
] as const;

export interface Step {
  readonly name: string;
  readonly run: (visitor: Visitor, receipts: Receipts) => Promise<Response>;
  /** True if the answer waits for an fsync of the database. */
  readonly writes?: true;
  /** Limit of the p99 beside hostile clients, in ms. Default: a multiple of the quiet p99, plus the p99 of fsyncs for writes. */
  readonly below?: number;
}

export const STEPS: readonly Step[] = [
  { name: 'leaderboard', run: (visitor) => visitor.send('GET', '/api/leaderboard') },
  {
    name: 'stats',
    run: (visitor) => visitor.send('GET', `/api/referral-stats?wallet=${TOP}`),
  },
  { name: 'claim', writes: true, run: claimSomeone },
  { name: 'sign-in', writes: true, run: signSomeoneIn },
  { name: 'session', run: (visitor) => visitor.send('GET', '/api/session') },
];

interface Answers {
  readonly times: number[];
  /** Number of answers with 429 or 503. */
  refused: number;
  failed: number;
}

interface Visits {
  readonly answers: ReadonlyMap<string, Answers>;
  /** Results of {@link timeFsync}, one per visit, in ms. */
  readonly fsyncs: readonly number[];
}

export interface Comparison {
  /** Length of each of the three phases: quiet, beside one hostile client, and beside ten. */
  readonly seconds: number;
  readonly steps?: readonly Step[];
}

type Compared = Required<Pick<Outcome, 'harmed' | 'broken' | 'measured' | 'timings'>>;

/**
 * Measures honest visitors on a quiet server, beside one hostile client, and beside ten. The server needs
 * TRUST_PROXY=1.
 */
export async function compareUnderAttack(
  url: string,
  receipts: Receipts,
  attack: Attack,
  { seconds, steps = STEPS }: Comparison,
): Promise<Compared> {
  const visit = (): Promise<Visits> => visitFor(seconds, url, receipts, steps);
  // A warm-up: the first answers of a server are slow.
  await visitFor(1, url, receipts, steps);
  const { answers: quiet } = await visit();
  const broken = refusalsIn(quiet, 'quiet');
  const measured: Record<string, string> = figuresOf(quiet, 'quiet');
  const timings: Record<string, { ms: number; below: number }> = {};
  for (const { clients, factor } of CROWDS) {
    const phase = `beside ${clients}`;
    const attackers = await attack(url, clients);
    const { answers: attacked, fsyncs } = await visit();
    const fsyncP99 = percentile(fsyncs, 0.99);
    measured[`fsync ${phase}`] = `p99 ${fsyncP99} ms`;
    measured[`answers to ${clients} hostile`] = await attackers.stop();
    Object.assign(measured, figuresOf(attacked, phase));
    broken.push(...refusalsIn(attacked, phase));
    for (const { name, below, writes } of steps) {
      const multiple = factor * Math.max(p99(quiet, name), NOISE_MS);
      timings[`p99 of ${name} ${phase}`] = {
        ms: p99(attacked, name),
        below: below ?? multiple + (writes ? fsyncP99 : 0),
      };
    }
  }
  const harmed = CROWDS.reduce((sum, { clients }) => sum + clients, 0);
  return { harmed, broken, measured, timings };
}

async function visitFor(
  seconds: number,
  url: string,
  receipts: Receipts,
  steps: readonly Step[],
): Promise<Visits> {
  const answers = new Map<string, Answers>();
  for (const { name } of steps) answers.set(name, { times: [], refused: 0, failed: 0 });
  const fsyncs: Promise<number>[] = [];
  const visits: Promise<void>[] = [];
  return withFolder(async (folder) => {
    const begun = performance.now();
    for (let arrival = 0; arrival * ARRIVAL_MS < seconds * 1_000; arrival += 1) {
      await delay(begun + arrival * ARRIVAL_MS - performance.now());
      visits.push(visitOnce(new Visitor(url), receipts, steps, answers));
      fsyncs.push(timeFsync(join(folder, String(arrival))));
    }
    await Promise.all(visits);
    return { answers, fsyncs: await Promise.all(fsyncs) };
  });
}

/** Returns how long a small file takes to reach the disk, in ms. */
async function timeFsync(path: string): Promise<number> {
  const begun = performance.now();
  await writeFile(path, 'a page', { flush: true });
  return performance.now() - begun;
}

async function visitOnce(
  visitor: Visitor,
  receipts: Receipts,
  steps: readonly Step[],
  answers: ReadonlyMap<string, Answers>,
): Promise<void> {
  for (const { name, run } of steps) {
    const answer = answers.get(name);
    if (answer === undefined) continue;
    const begun = performance.now();
    const status = await Promise.race([
      statusOf(run(visitor, receipts)),
      delay(PATIENCE_MS, 0, { ref: false }),
    ]);
    answer.times.push(performance.now() - begun);
    if (status === 429 || status === 503) answer.refused += 1;
    else if (status < 200 || status > 299) answer.failed += 1;
  }
}

async function statusOf(sent: Promise<Response>): Promise<number> {
  try {
    const response = await sent;
    if (!response.bodyUsed) await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

const p99 = (answers: ReadonlyMap<string, Answers>, name: string): number =>
  percentile(answers.get(name)?.times ?? [], 0.99);

function figuresOf(answers: ReadonlyMap<string, Answers>, phase: string): Record<string, string> {
  const figures: Record<string, string> = {};
  for (const [name, { times, refused, failed }] of answers) {
    figures[`${name} ${phase}`] =
      `p50 ${percentile(times, 0.5)} ms, p99 ${percentile(times, 0.99)} ms, ${times.length} requests, ${refused} refused, ${failed} failed`;
  }
  return figures;
}

function refusalsIn(answers: ReadonlyMap<string, Answers>, phase: string): string[] {
  return Array.from(answers).flatMap(([name, { refused, failed }]) =>
    refused + failed === 0
      ? []
      : [`${name} ${phase}: ${refused} honest requests were refused and ${failed} failed`],
  );
}

async function claimSomeone(visitor: Visitor, receipts: Receipts): Promise<Response> {
  const recruit = newSigner().address;
  receipts.send(recruit, 'claimed', TOP);
  const response = await visitor.refer(TOP, recruit);
  if (response.ok) receipts.acknowledge(recruit, 'claimed');
  return response;
}

async function signSomeoneIn(visitor: Visitor, receipts: Receipts): Promise<Response> {
  const signer = newSigner();
  const challenge = await visitor.send('POST', '/api/session/challenge', { referrer: TOP });
  if (!challenge.ok) return challenge;
  const { input } = challengeSchema.parse(await challenge.json());
  receipts.send(signer.address, 'proven', TOP);
  const response = await visitor.send('POST', '/api/session', signed(signer, input));
  if (response.ok) receipts.acknowledge(signer.address, 'proven');
  return response;
}
