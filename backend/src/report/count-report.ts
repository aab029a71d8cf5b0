import { dayOf } from '../core/clock.js';
import { boundsOfWeek, weekOf } from '../core/week.js';
import {
  MAX_LEVELS,
  WEEKS,
  type Report,
  type ReportLevel,
  type ReportWeek,
} from './report.schema.js';

/** Numbers per wallet in a page: see {@link WalletFacts}. */
const FIELDS = 6;

/** Number of steps from one `yield` to the next, in a loop over all wallets. */
const SLICE = 10_000;

const WEEK_MS = 7 * 86_400_000;

const NOBODY = -1;

/** The facts about a wallet that a report counts; 0 for a missing fact. */
export interface WalletFacts {
  readonly number: number;
  /** Day on which the wallet was first seen, such as 20261126; 0 for a banned wallet. */
  readonly joinedOn: number;
  readonly points: number;
  /** Number of the referrer, if the referral is proven and counts. */
  readonly referrer: number;
  /** Week in which the signed message was issued, such as 202648. */
  readonly provenIn: number;
  /** Day of the claim, if the referral is only claimed. */
  readonly claimedOn: number;
}

interface Wallets {
  readonly points: Uint32Array;
  /** Position of the referrer, or {@link NOBODY}. */
  readonly parents: Int32Array;
  readonly recruits: Uint32Array;
}

/**
 * Counts a report. It yields before each page, and in the loops over all wallets every {@link SLICE} steps.
 * @param pages the {@link WalletFacts} of all wallets by ascending number, flat, in the order of the interface. The
 *   array is emptied, so that the memory of a million wallets is freed while they are counted
 */
export function* countReport(
  pages: Uint32Array[],
  now: Date,
): Generator<undefined, Omit<Report, 'at'>> {
  const weeks = new Weeks(now);
  const wallets = yield* readPages(pages, weeks);
  return {
    wallets: weeks.wallets,
    claimed: weeks.claimed,
    weeks: weeks.rows,
    ...(yield* countPyramid(wallets)),
    points: yield* countPoints(wallets),
  };
}

function* readPages(pages: Uint32Array[], weeks: Weeks): Generator<undefined, Wallets> {
  const size = pages.reduce((sum, { length }) => sum + length / FIELDS, 0);
  const numbers = new Uint32Array(size);
  const points = new Uint32Array(size);
  const referrers = new Uint32Array(size);
  let next = 0;
  for (let page = pages.shift(); page !== undefined; page = pages.shift()) {
    yield;
    for (let start = 0; start < page.length; start += FIELDS) {
      const [joinedOn, provenIn, claimedOn] = [page[start + 1], page[start + 4], page[start + 5]];
      numbers[next] = page[start] ?? 0;
      points[next] = page[start + 2] ?? 0;
      referrers[next] = page[start + 3] ?? 0;
      weeks.add(joinedOn ?? 0, provenIn ?? 0, claimedOn ?? 0);
      next += 1;
    }
  }
  const parents = new Int32Array(size).fill(NOBODY);
  const recruits = new Uint32Array(size);
  for (let wallet = 0; wallet < size; wallet += 1) {
    if (wallet % SLICE === 0) yield;
    const referrer = referrers[wallet] ?? 0;
    const parent = referrer === 0 ? NOBODY : indexOf(referrer, numbers);
    if (parent === NOBODY) continue;
    parents[wallet] = parent;
    recruits[parent] = (recruits[parent] ?? 0) + 1;
  }
  return { points, parents, recruits };
}

/** Returns the position of a number in ascending numbers, or -1. */
function indexOf(wanted: number, numbers: Uint32Array): number {
  let [from, to] = [0, numbers.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((numbers[middle] ?? 0) < wanted) from = middle + 1;
    else to = middle;
  }
  return numbers[from] === wanted ? from : NOBODY;
}

/** The last weeks, and totals of all time. */
class Weeks {
  readonly rows: ReportWeek[];
  wallets = 0;
  claimed = 0;
  private readonly byNumber: ReadonlyMap<number, ReportWeek>;
  private readonly byDay = new Map<number, ReportWeek | undefined>();

  constructor(now: Date) {
    const weeks = Array.from({ length: WEEKS }, (_, index) =>
      weekOf(new Date(now.getTime() - (WEEKS - 1 - index) * WEEK_MS)),
    );
    this.byNumber = new Map(
      weeks.map((week) => {
        const begins = dayOf(boundsOfWeek(week).begins);
        return [numberOfWeek(week), { begins, wallets: 0, proven: 0, claimed: 0 }];
      }),
    );
    this.rows = Array.from(this.byNumber.values());
  }

  add(joinedOn: number, provenIn: number, claimedOn: number): void {
    const [joined, proven, claimed] = [
      this.rowOf(joinedOn),
      this.byNumber.get(provenIn),
      this.rowOf(claimedOn),
    ];
    if (joinedOn > 0) this.wallets += 1;
    if (claimedOn > 0) this.claimed += 1;
    if (joined !== undefined) joined.wallets += 1;
    if (proven !== undefined) proven.proven += 1;
    if (claimed !== undefined) claimed.claimed += 1;
  }

  private rowOf(day: number): ReportWeek | undefined {
    if (!this.byDay.has(day)) {
      const date = new Date(0);
      date.setUTCFullYear(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100);
      this.byDay.set(day, this.byNumber.get(numberOfWeek(weekOf(date))));
    }
    return this.byDay.get(day);
  }
}

const numberOfWeek = (week: string): number => Number(week.replace('-W', ''));

/**
 * Counts the levels and the payout. It starts at the wallets without recruits, so a cycle, which only damage can cause,
 * is left out.
 */
function* countPyramid({
  parents,
  recruits,
}: Wallets): Generator<undefined, Pick<Report, 'levels' | 'payout'>> {
  const size = parents.length;
  // The wallets of the pyramid, each after all of its recruits.
  const order = new Uint32Array(size);
  let met = 0;
  for (let wallet = 0; wallet < size; wallet += 1) {
    if (wallet % SLICE === 0) yield;
    if (recruits[wallet] === 0 && parents[wallet] !== NOBODY) order[met++] = wallet;
  }
  const received = new Float64Array(size);
  const isLoser = new Uint8Array(size);
  const open = recruits.slice();
  let [paid, lost, most] = [0, 0, 0];
  for (let index = 0; index < met; index += 1) {
    if (index % SLICE === 0) yield;
    const wallet = order[index] ?? 0;
    const parent = parents[wallet] ?? NOBODY;
    const coins = received[wallet] ?? 0;
    const brought = recruits[wallet] ?? 0;
    // With two or more recruits, a wallet keeps at least the coin that it paid. With one recruit, it loses if and
    // only if that recruit loses. This is not computed from `coins`, because rounding would hide a small loss.
    if (brought !== 1) isLoser[wallet] = brought === 0 ? 1 : 0;
    most = Math.max(most, parent === NOBODY ? coins : coins / 2 - 1);
    if (parent === NOBODY) continue;
    paid += 1;
    lost += isLoser[wallet] ?? 0;
    received[parent] = (received[parent] ?? 0) + 1 + coins / 2;
    isLoser[parent] = isLoser[wallet] ?? 0;
    open[parent] = (open[parent] ?? 0) - 1;
    if (open[parent] === 0) order[met++] = parent;
  }
  const depths = new Uint32Array(size);
  const levels: ReportLevel[] = [];
  for (let index = met - 1; index >= 0; index -= 1) {
    if (index % SLICE === 0) yield;
    const wallet = order[index] ?? 0;
    const depth = (depths[parents[wallet] ?? NOBODY] ?? 0) + 1;
    depths[wallet] = depth;
    const level = (levels[Math.min(depth, MAX_LEVELS) - 1] ??= { wallets: 0, recruitedNobody: 0 });
    level.wallets += 1;
    if (recruits[wallet] === 0) level.recruitedNobody += 1;
  }
  return { levels, payout: { paid, lost, most: Math.round(most * 100) / 100 } };
}

function* countPoints({
  points,
  parents,
  recruits,
}: Wallets): Generator<undefined, Report['points']> {
  const holders = new Map<number, number>();
  let [wallets, total] = [0, 0];
  for (let wallet = 0; wallet < points.length; wallet += 1) {
    if (wallet % SLICE === 0) yield;
    const held = points[wallet] ?? 0;
    const counts = held > 0 || parents[wallet] !== NOBODY || (recruits[wallet] ?? 0) > 0;
    if (!counts) continue;
    holders.set(held, 1 + (holders.get(held) ?? 0));
    wallets += 1;
    total += held;
  }
  const richestFirst = Array.from(holders).sort(([one], [other]) => other - one);
  const heldByOneIn = (number: number): number => {
    let left = Math.ceil(wallets / number);
    return richestFirst.reduce((sum, [held, count]) => {
      const taken = Math.min(left, count);
      left -= taken;
      return sum + taken * held;
    }, 0);
  };
  return { wallets, total, topPercent: heldByOneIn(100), topTenPercent: heldByOneIn(10) };
}
