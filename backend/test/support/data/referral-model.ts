import { streakOf } from './streak.js';
import type { ReferralStatus } from '../../../src/referral/referral.schema.js';

const POINTS_PER_RECRUIT = 1000;
const POINTS_PER_DAY = 100;

interface Edge {
  readonly referrer: number;
  readonly status: ReferralStatus;
}

/** A minimal model of referrals and points, in which wallets are numbers. */
export class ReferralModel {
  readonly edges = new Map<number, Edge>();
  private readonly checkInDays = new Map<number, Set<number>>();
  private readonly joined: number[] = [];

  constructor(readonly wallets: number) {}

  /** Returns the HTTP status that the claim should get. */
  claim(referrer: number, recruit: number): number {
    const standing = this.edges.get(recruit);
    if (referrer === recruit) return 422;
    if (standing !== undefined) return standing.referrer === referrer ? 200 : 409;
    if (this.pathUp(referrer).includes(recruit)) return 422;
    this.join(referrer, recruit);
    this.edges.set(recruit, { referrer, status: 'claimed' });
    return 201;
  }

  /** Returns true if the sign-in proves a referral. */
  signIn(wallet: number, referrer: number | null, day: number): boolean {
    this.join(wallet);
    this.checkIn(wallet, day);
    return referrer !== null && this.prove(referrer, wallet);
  }

  checkIn(wallet: number, day: number): void {
    const days = this.checkInDays.get(wallet) ?? new Set();
    this.checkInDays.set(wallet, days.add(day));
  }

  statsOf(wallet: number, today: number) {
    const recruits = Array.from(this.edges.values()).filter((edge) => edge.referrer === wallet);
    const provenRecruits = recruits.filter(({ status }) => status === 'proven').length;
    const days = this.checkInDays.get(wallet) ?? new Set();
    const edge = this.edges.get(wallet);
    return {
      directRecruits: recruits.length,
      provenRecruits,
      points: POINTS_PER_RECRUIT * provenRecruits + POINTS_PER_DAY * days.size,
      pendingPoints: POINTS_PER_RECRUIT * (recruits.length - provenRecruits),
      streak: streakOf(days, today),
      referrer: edge?.referrer ?? null,
      referrerStatus: edge?.status ?? null,
    };
  }

  ranking(today: number): number[] {
    const stats = (wallet: number) => this.statsOf(wallet, today);
    return this.joined
      .filter((wallet) => stats(wallet).provenRecruits > 0)
      .sort((one, other) => {
        const [first, second] = [stats(one), stats(other)];
        return second.points - first.points || second.directRecruits - first.directRecruits;
      });
  }

  rankOf(wallet: number, today: number): number | null {
    const ranking = this.ranking(today);
    if (!ranking.includes(wallet)) return null;
    const { points } = this.statsOf(wallet, today);
    return 1 + ranking.filter((other) => this.statsOf(other, today).points > points).length;
  }

  private prove(referrer: number, recruit: number): boolean {
    const standing = this.edges.get(recruit);
    if (referrer === recruit || standing?.status === 'proven') return false;
    const up = this.pathUp(referrer);
    if (up.includes(recruit)) {
      const weakest = up
        .slice(0, up.indexOf(recruit))
        .findLast((wallet) => this.edges.get(wallet)?.status === 'claimed');
      if (weakest === undefined) return false;
      this.edges.delete(weakest);
    }
    this.join(referrer, recruit);
    this.edges.set(recruit, { referrer, status: 'proven' });
    return true;
  }

  private pathUp(wallet: number): number[] {
    const above = this.edges.get(wallet)?.referrer;
    return above === undefined ? [wallet] : [wallet, ...this.pathUp(above)];
  }

  private join(...wallets: number[]): void {
    for (const wallet of wallets) if (!this.joined.includes(wallet)) this.joined.push(wallet);
  }
}
