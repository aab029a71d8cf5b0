import type { ActionEntry } from '@backend/transparency-log/log-entry.schema';

/** Counts the proven recruits of each referrer while the log is read. */
export class Totals {
  readonly #referrers = new Map<string, string>();
  /** The number of recruits of each referrer, including revoked ones. */
  readonly #recruits = new Map<string, number>();
  readonly #banned = new Set<string>();
  readonly #revoked = new Set<string>();

  /** Returns false, and counts nothing, if the recruit was proven before. */
  prove(recruit: string, referrer: string): boolean {
    if (this.#referrers.has(recruit)) return false;
    this.#referrers.set(recruit, referrer);
    this.#recruits.set(referrer, (this.#recruits.get(referrer) ?? 0) + 1);
    return true;
  }

  apply({ action, subject }: Pick<ActionEntry, 'action' | 'subject'>): void {
    if (action === 'ban') this.#banned.add(subject);
    else if (action === 'unban') this.#banned.delete(subject);
    else if (action === 'unrevoke') this.#revoked.delete(subject);
    else if (this.#referrers.has(subject)) this.#revoked.add(subject);
  }

  /** Returns the number of a wallet's proven recruits, without revoked ones; 0 for a banned wallet. */
  recruitsOf(referrer: string): number {
    return this.#banned.has(referrer) ? 0 : this.#unrevokedOf(referrer);
  }

  /** The wallets with proven recruits, as {@link recruitsOf} counts them. */
  get referrers(): ReadonlySet<string> {
    const counting = [...this.#referrers].filter(
      ([recruit, referrer]) => !this.#revoked.has(recruit) && !this.#banned.has(referrer),
    );
    return new Set(counting.map(([, referrer]) => referrer));
  }

  /** Number of proofs that count for nothing, because they are revoked or their referrer is banned. */
  get withheld(): number {
    let withheld = this.#revoked.size;
    for (const referrer of this.#banned) withheld += this.#unrevokedOf(referrer);
    return withheld;
  }

  #unrevokedOf(referrer: string): number {
    const revoked = [...this.#revoked].filter((each) => this.#referrers.get(each) === referrer);
    return (this.#recruits.get(referrer) ?? 0) - revoked.length;
  }
}
