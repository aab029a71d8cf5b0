import { z } from 'zod';
import {
  addressSchema,
  checkEntry,
  faultsIn,
  newLogSchema,
  weekOf,
  withdrawalSchema,
  type CheckedEntry,
  type Withdrawal,
} from './entry.js';

const POINTS_PER_RECRUIT = 1_000;

const POINTS_PER_DAY = 100;

/**
 * Milliseconds from the end of a week until it is final: a message is valid for 5 minutes, and writing its proof may
 * take one more.
 */
const FINAL_AFTER_MS = 360_000;

export const differenceSchema = z.strictObject({
  /** Index of the entry, from 0; null if no single entry is wrong. */
  index: z.int().nonnegative().nullable(),
  what: z.string(),
});

const index = z.int().nonnegative();

export const actionSchema = z.discriminatedUnion('action', [
  withdrawalSchema.extend({ index }),
  newLogSchema.extend({ index }),
]);

interface ProvenPoints {
  readonly wallet: string;
  readonly recruits: number;
  readonly points: number;
}

type Difference = z.infer<typeof differenceSchema>;

/** Referrers by recruit. */
type Referrers = ReadonlyMap<string, string>;

class Withdrawals {
  private readonly marks = new Set<string>();

  apply({ action, subject }: Withdrawal): string | null {
    const kind = action.endsWith('ban') ? 'banned' : 'revoked';
    const mark = `${kind} ${subject}`;
    const undoes = action.startsWith('un');
    if (this.marks.has(mark) !== undoes) {
      return `it changes nothing: ${subject} is ${undoes ? 'not' : 'already'} ${kind}`;
    }
    if (undoes) this.marks.delete(mark);
    else this.marks.add(mark);
    return null;
  }

  countingOf(proven: Referrers): Referrers {
    const counting = new Map<string, string>();
    for (const [recruit, referrer] of proven) {
      const isWithheld =
        this.marks.has(`revoked ${recruit}`) || this.marks.has(`banned ${referrer}`);
      if (!isWithheld) counting.set(recruit, referrer);
    }
    return counting;
  }
}

/** Replays the entries of the log: checks each, and adds up the points. */
export class Audit {
  readonly differences: Difference[] = [];
  readonly actions: z.infer<typeof actionSchema>[] = [];
  /** Number of entries that cannot be parsed, or whose signed message cannot be parsed. */
  unreadable = 0;
  private entries = 0;
  private readonly domains: readonly string[] | null;
  private readonly signedFor = new Set<string>();
  private readonly nonces = new Set<string>();
  private readonly proven = new Map<string, string>();
  private readonly provenInWeek = new Map<string, string>();
  private readonly withdrawals = new Withdrawals();
  /** The bans and revocations before the week was final. */
  private readonly withdrawalsInTime = new Withdrawals();

  /**
   * @param domains allowed in signatures; empty for any
   * @param week whose recruits are added up; null for all time
   */
  constructor(
    domains: readonly string[] = [],
    private readonly week: string | null = null,
  ) {
    this.domains = domains.length === 0 ? null : domains;
  }

  read(text: string): void {
    const { faults, proof, action } = checkEntry(text, this.domains);
    for (const fault of faults) this.fault(fault);
    if (proof !== undefined) this.addProof(proof);
    else if (action !== undefined) this.addAction(action);
    else this.unreadable += 1;
    this.entries += 1;
  }

  /** Checks that the proofs that bring points form no cycle. Call it after the last entry. */
  finish(): void {
    for (const wallet of findCycles(this.withdrawals.countingOf(this.proven))) {
      this.fault(`${wallet} is its own ancestor`, null);
    }
  }

  get summary() {
    const { entries, proven, withdrawals, actions, signedFor } = this;
    return {
      entries,
      proofs: proven.size,
      withheld: proven.size - withdrawals.countingOf(proven).size,
      actions,
      domains: [...signedFor],
    };
  }

  /** Proven recruits and points of each referrer, most recruits first. */
  get points(): ProvenPoints[] {
    const counting =
      this.week === null
        ? this.withdrawals.countingOf(this.proven)
        : this.withdrawalsInTime.countingOf(this.provenInWeek);
    const recruits = new Map<string, number>();
    for (const referrer of counting.values()) {
      recruits.set(referrer, 1 + (recruits.get(referrer) ?? 0));
    }
    return Array.from(recruits, ([wallet, count]) => ({
      wallet,
      recruits: count,
      points: count * POINTS_PER_RECRUIT,
    })).sort((one, other) => other.recruits - one.recruits);
  }

  private addProof({ recruit, referrer, signed }: NonNullable<CheckedEntry['proof']>): void {
    const { domain, issuedAt } = signed;
    // Copied, because a slice of the message would keep the whole message in memory.
    const nonce = Buffer.from(signed.nonce).toString();
    this.signedFor.add(domain);
    if (this.nonces.has(nonce)) this.fault('its challenge was used before');
    this.nonces.add(nonce);
    if (this.proven.has(recruit)) {
      this.fault('the recruit was proven before');
      return;
    }
    this.proven.set(recruit, referrer);
    if (weekOf(issuedAt) === this.week) this.provenInWeek.set(recruit, referrer);
  }

  private addAction(action: NonNullable<CheckedEntry['action']>): void {
    this.actions.push({ index: this.entries, ...action });
    if (action.action === 'new-log') return;
    if (action.action === 'revoke' && !this.proven.has(action.subject)) {
      this.fault('it revokes a recruit without a proof');
    }
    const fault = this.withdrawals.apply(action);
    if (fault !== null) this.fault(fault);
    if (this.week !== null && weekOf(action.at, FINAL_AFTER_MS) <= this.week) {
      this.withdrawalsInTime.apply(action);
    }
  }

  private fault(what: string, index: number | null = this.entries): void {
    this.differences.push({ index, what });
  }
}

/** Returns one wallet of every cycle. */
export function findCycles(referrers: Referrers): string[] {
  const cycles: string[] = [];
  const metFrom = new Map<string, string>();
  for (const start of referrers.keys()) {
    let wallet: string | undefined = start;
    while (wallet !== undefined && !metFrom.has(wallet)) {
      metFrom.set(wallet, start);
      wallet = referrers.get(wallet);
    }
    if (wallet !== undefined && metFrom.get(wallet) === start) cycles.push(wallet);
  }
  return cycles;
}

/** The parts of an answer of `GET /api/leaderboard` that {@link compareLeaderboard} needs. */
export const leaderboardFileSchema = z.object({
  entries: z.array(
    z.object({
      rank: z.int(),
      wallet: addressSchema,
      provenRecruits: z.int(),
      points: z.int(),
    }),
  ),
  /** Number of wallets on all pages. */
  total: z.int(),
  week: z.object({ name: z.string().regex(/^\d{4}-W\d\d$/) }).optional(),
});

export type LeaderboardFile = z.infer<typeof leaderboardFileSchema>;

export function compareLeaderboard(
  { entries, total, week }: LeaderboardFile,
  proven: readonly ProvenPoints[],
): string[] {
  const byWallet = new Map(proven.map((each) => [each.wallet, each]));
  const wrong = entries.flatMap(({ rank, wallet, provenRecruits, points }) => {
    const { recruits, points: earned } = byWallet.get(wallet) ?? { recruits: 0, points: 0 };
    byWallet.delete(wallet);
    const rest = points - earned;
    // Check-ins, which the log does not have, may have brought still more wallets above this one.
    const above = proven.filter((each) => each.points > points).length;
    const isOfDays = week === undefined ? rest >= 0 && rest % POINTS_PER_DAY === 0 : rest === 0;
    return faultsIn({
      [`${wallet} has ${provenRecruits} proven recruits on the leaderboard, ${recruits} here`]:
        provenRecruits !== recruits,
      [`${wallet} has ${points} points on the leaderboard, ${earned} by recruits here`]: !isOfDays,
      [`${wallet} has rank ${rank} on the leaderboard; wallets with more points here: ${above}`]:
        rank <= above,
    });
  });
  const isWhole = entries.length >= total;
  const missing = isWhole
    ? Array.from(byWallet.keys(), (wallet) => `${wallet} is missing on the leaderboard`)
    : faultsIn({
        [`the leaderboard has ${total} wallets, ${proven.length} here`]: total !== proven.length,
      });
  return [...wrong, ...missing];
}
