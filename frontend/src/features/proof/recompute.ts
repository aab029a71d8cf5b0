import { checkProof, type Verdict } from './check-proof';
import { fetchEntries, type LogLine } from './log-entries';

const AT_ONCE = 16;

/** Time between pauses, in ms. Pauses let the page render, since some browsers check signatures on the main thread. */
const TURN_MS = 50;

interface Recomputation {
  /** Current and former origins of the site. */
  readonly origins: readonly string[];
  readonly signal: AbortSignal;
  /** Called before each pause, up to 20 times a second. */
  onProgress(totals: Totals): void;
}

/**
 * Replays the log: checks and counts each proof, and applies the operator's actions.
 *
 * @throws what `fetchEntries` throws
 */
export async function recompute({ origins, signal, onProgress }: Recomputation): Promise<Totals> {
  const totals = new Totals();
  let turn = performance.now();
  for await (const lines of fetchEntries(0, { signal })) {
    for (let start = 0; start < lines.length; start += AT_ONCE) {
      const batch = lines.slice(start, start + AT_ONCE).map(async ({ entry }) => ({
        entry,
        verdict: entry?.action === 'prove' ? (await checkProof(entry, origins)).verdict : null,
      }));
      for (const { entry, verdict } of await Promise.all(batch)) totals.count(entry, verdict);
      signal.throwIfAborted();
      if (performance.now() - turn < TURN_MS) continue;
      onProgress(totals);
      await new Promise((resolve) => setTimeout(resolve));
      turn = performance.now();
    }
  }
  return totals;
}

/** Counts of the entries read so far. */
export class Totals {
  /** All proofs, whether they count or not. */
  read = 0;
  /** Proofs that fail a check, or whose recruit was proven before. */
  refused = 0;
  /** Proofs counted although this browser cannot check signatures. */
  unchecked = 0;
  /** Entries of a kind that this release does not know. */
  unreadable = 0;

  /** The referrer of each recruit. */
  readonly #referrers = new Map<string, string>();
  /** The number of recruits of each referrer, including revoked ones. */
  readonly #recruits = new Map<string, number>();
  readonly #banned = new Set<string>();
  readonly #revoked = new Set<string>();

  /** Applies an entry. The verdict is null unless the entry is a proof. */
  count(entry: LogLine['entry'], verdict: Verdict | null): void {
    if (entry === null) this.unreadable += 1;
    else if (entry.action === 'prove') this.#prove(entry.recruit, entry.referrer, verdict);
    else if (entry.action === 'ban') this.#banned.add(entry.subject);
    else if (entry.action === 'unban') this.#banned.delete(entry.subject);
    else if (entry.action === 'unrevoke') this.#revoked.delete(entry.subject);
    else if (entry.action === 'revoke' && this.#referrers.has(entry.subject)) {
      this.#revoked.add(entry.subject);
    }
  }

  /** Proven recruits of a wallet, as of the entries read so far. */
  recruitsOf(referrer: string): number {
    return this.#banned.has(referrer) ? 0 : this.#unrevokedOf(referrer);
  }

  /** Proofs that count for nothing, because they are revoked or their referrer is banned. */
  get withheld(): number {
    let withheld = this.#revoked.size;
    for (const referrer of this.#banned) withheld += this.#unrevokedOf(referrer);
    return withheld;
  }

  #unrevokedOf(referrer: string): number {
    const revoked = [...this.#revoked].filter((each) => this.#referrers.get(each) === referrer);
    return (this.#recruits.get(referrer) ?? 0) - revoked.length;
  }

  #prove(recruit: string, referrer: string, verdict: Verdict | null): void {
    this.read += 1;
    if (verdict === 'fails' || this.#referrers.has(recruit)) {
      this.refused += 1;
      return;
    }
    if (verdict === 'unchecked') this.unchecked += 1;
    this.#referrers.set(recruit, referrer);
    this.#recruits.set(referrer, (this.#recruits.get(referrer) ?? 0) + 1);
  }
}
