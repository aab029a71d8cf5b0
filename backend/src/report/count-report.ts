import { dayOf } from '../core/clock.js';
import { boundsOfWeek, weekOf } from '../core/week.js';
import {
  MAX_LEVELS,
  WEEKS,
  type Report,
  type ReportLevel,
  type ReportWeek,
} from './report.schema.js';

const FIELDS = 6;

/** How many facts about a wallet are kept until {@link ReportCount.finish}. */
const KEPT = 3;

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
  /** Day of the claim, if the referral is only claimed and counts. */
  readonly claimedOn: number;
}

interface Wallets {
  readonly points: Uint32Array;
  readonly parents: Int32Array;
  readonly recruits: Uint32Array;
}

export class ReportCount {
  private readonly weeks: Weeks;
  /** Each wallet's number, points and referrer's number. */
  private readonly pages: Uint32Array[] = [];
  private size = 0;

  constructor(now: Date) {
    this.weeks = new Weeks(now);
  }

  /** @param page the fields of {@link WalletFacts}, wallet by wallet; `number` ascends, also from page to page */
  add(page: Uint32Array): void {
    const size = page.length / FIELDS;
    const kept = new Uint32Array(KEPT * size);
    for (let index = 0; index < size; index += 1) {
      const [number = 0, joinedOn = 0, points = 0, referrer = 0, provenIn = 0, claimedOn = 0] =
        page.subarray(FIELDS * index, FIELDS * (index + 1));
      kept.set([number, points, referrer], KEPT * index);
      this.weeks.add(joinedOn, provenIn, claimedOn);
    }
    this.pages.push(kept);
    this.size += size;
  }

  /** Counts the added wallets; call it once. Loops over wallets yield per page, or every {@link SLICE} steps. */
  *finish(): Generator<undefined, Omit<Report, 'at'>> {
    const wallets = yield* this.join();
    const order = yield* orderOf(wallets);
    return {
      wallets: this.weeks.wallets,
      claimed: this.weeks.claimed,
      weeks: this.weeks.rows,
      levels: yield* countLevels(order, wallets),
      payout: yield* countPayout(order, wallets),
      points: yield* countPoints(wallets),
    };
  }

  private *join(): Generator<undefined, Wallets> {
    const numbers = new Uint32Array(this.size);
    const points = new Uint32Array(this.size);
    const referrers = new Uint32Array(this.size);
    let next = 0;
    for (let page = this.pages.shift(); page !== undefined; page = this.pages.shift()) {
      yield;
      for (let start = 0; start < page.length; start += KEPT) {
        numbers[next] = page[start] ?? 0;
        points[next] = page[start + 1] ?? 0;
        referrers[next] = page[start + 2] ?? 0;
        next += 1;
      }
    }
    const parents = new Int32Array(this.size).fill(NOBODY);
    const recruits = new Uint32Array(this.size);
    for (let wallet = 0; wallet < this.size; wallet += 1) {
      if (wallet % SLICE === 0) yield;
      const referrer = referrers[wallet] ?? 0;
      const parent = referrer === 0 ? NOBODY : indexOf(referrer, numbers);
      if (parent === NOBODY) continue;
      parents[wallet] = parent;
      recruits[parent] = (recruits[parent] ?? 0) + 1;
    }
    return { points, parents, recruits };
  }
}

/** `numbers` must ascend. */
function indexOf(wanted: number, numbers: Uint32Array): number {
  let [from, to] = [0, numbers.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((numbers[middle] ?? 0) < wanted) from = middle + 1;
    else to = middle;
  }
  return numbers[from] === wanted ? from : NOBODY;
}

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
 * Returns the wallets of the pyramid, each after all of its recruits. A cycle, which only damage can cause, is left
 * out.
 */
function* orderOf({ parents, recruits }: Wallets): Generator<undefined, Uint32Array> {
  const order = new Uint32Array(parents.length);
  let met = 0;
  for (let wallet = 0; wallet < parents.length; wallet += 1) {
    if (wallet % SLICE === 0) yield;
    if (recruits[wallet] === 0 && parents[wallet] !== NOBODY) order[met++] = wallet;
  }
  const open = recruits.slice();
  for (let index = 0; index < met; index += 1) {
    if (index % SLICE === 0) yield;
    const parent = parents[order[index] ?? 0] ?? NOBODY;
    if (parent === NOBODY) continue;
    open[parent] = (open[parent] ?? 0) - 1;
    if (open[parent] === 0) order[met++] = parent;
  }
  return order.subarray(0, met);
}

function* countPayout(
  order: Uint32Array,
  { parents, recruits }: Wallets,
): Generator<undefined, Report['payout']> {
  const received = new Float64Array(parents.length);
  const isLoser = new Uint8Array(parents.length);
  let [paid, lost, most] = [0, 0, 0];
  for (const [index, wallet] of order.entries()) {
    if (index % SLICE === 0) yield;
    const parent = parents[wallet] ?? NOBODY;
    const coins = received[wallet] ?? 0;
    const brought = recruits[wallet] ?? 0;
    // With two or more recruits, a wallet keeps at least the coin that it paid. With one recruit, it loses if and
    // only if that recruit loses. A loss is not computed from `coins`, because rounding would hide a small one.
    if (brought !== 1) isLoser[wallet] = brought === 0 ? 1 : 0;
    most = Math.max(most, parent === NOBODY ? coins : coins / 2 - 1);
    if (parent === NOBODY) continue;
    paid += 1;
    lost += isLoser[wallet] ?? 0;
    received[parent] = (received[parent] ?? 0) + 1 + coins / 2;
    isLoser[parent] = isLoser[wallet] ?? 0;
  }
  return { paid, lost, most: Math.round(most * 100) / 100 };
}

function* countLevels(
  order: Uint32Array,
  { parents, recruits }: Wallets,
): Generator<undefined, ReportLevel[]> {
  const depths = new Uint32Array(parents.length);
  const levels: ReportLevel[] = [];
  for (let index = order.length - 1; index >= 0; index -= 1) {
    if (index % SLICE === 0) yield;
    const wallet = order[index] ?? 0;
    const depth = (depths[parents[wallet] ?? NOBODY] ?? 0) + 1;
    depths[wallet] = depth;
    const level = (levels[Math.min(depth, MAX_LEVELS) - 1] ??= { wallets: 0, recruitedNobody: 0 });
    level.wallets += 1;
    if (recruits[wallet] === 0) level.recruitedNobody += 1;
  }
  return levels;
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
