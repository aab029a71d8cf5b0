import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { COSTS } from '../http/rate-limits.js';
import { ClaimTerm } from '../referral/claim-term.js';
import { PyramidRepository, type CountedLevel } from './pyramid.repository.js';
import { MAX_DEPTH, type Pyramid, type PyramidNode, type PyramidQuery } from './pyramid.schema.js';

interface PyramidBounds {
  readonly counted: number;
  readonly shown: number;
}

/** Limits of a picture. Each shown wallet is a stone; smaller stones could not be told apart. */
const DRAWN: PyramidBounds = { counted: 100_000, shown: 1_000 };

const LISTED: PyramidBounds = { counted: 100_000, shown: 5_000 };

/** The counted levels of a pyramid, up to one more than {@link MAX_DEPTH}. */
interface Counts {
  readonly levels: readonly CountedLevel[];
  readonly complete: boolean;
}

const MAX_CACHED = 1_000;

const COUNTS_LIFETIME_MS = 60_000;

@Injectable()
export class PyramidService {
  private readonly counts = new LRUCache<string, Counts, number>({
    max: MAX_CACHED,
    ttl: COUNTS_LIFETIME_MS,
    fetchMethod: (wallet, _previous, { context: counted }) => this.count(wallet, counted),
  });

  constructor(
    private readonly pyramids: PyramidRepository,
    private readonly term: ClaimTerm,
  ) {}

  drawn(wallet: string): Promise<Pyramid> {
    return this.below({ wallet, depth: MAX_DEPTH }, DRAWN);
  }

  /**
   * Returns the first `shown` wallets of a downline, and the counts of its levels. If there are more than `shown`
   * wallets, the counts include at most `counted` of them, and may be a minute old.
   */
  async below(query: PyramidQuery, { counted, shown } = LISTED): Promise<Pyramid> {
    const { wallet, depth } = query;
    const met = await this.pyramids.downline(wallet, depth, this.term.expiredUntil(), shown);
    const nodes = met.slice(0, shown);
    const isEnd = met.every(({ level, recruits }) => level < depth || recruits === 0);
    const { levels, complete } =
      met.length > shown
        ? await this.levelsOfLarge(query, counted)
        : { levels: levelsOf(nodes), complete: isEnd };
    const shownOn = countBy(nodes);
    return {
      wallet,
      levels: levels.map((level) => {
        const shown = shownOn.get(level.level) ?? 0;
        // Cached counts may be older than the nodes.
        return { ...level, recruits: Math.max(level.recruits, shown), shown };
      }),
      nodes,
      complete,
    };
  }

  private async levelsOfLarge({ wallet, depth }: PyramidQuery, counted: number): Promise<Counts> {
    const { levels, complete } = await this.counts.forceFetch(wallet, { context: counted });
    return { levels: levels.slice(0, depth), complete: complete && levels.length <= depth };
  }

  private async count(wallet: string, counted: number): Promise<Counts> {
    const expiredUntil = this.term.expiredUntil();
    const levels = await this.pyramids.levels(wallet, MAX_DEPTH + 1, expiredUntil, counted);
    const total = levels.reduce((sum, { recruits }) => sum + recruits, 0);
    return total > counted
      ? { levels: withoutOne(levels), complete: false }
      : { levels, complete: true };
  }
}

function withoutOne(levels: readonly CountedLevel[]): CountedLevel[] {
  return levels.flatMap((level, index) => {
    if (index < levels.length - 1) return [level];
    const recruits = level.recruits - 1;
    return recruits === 0 ? [] : [{ ...level, recruits, proven: Math.min(level.proven, recruits) }];
  });
}

export function costOf({ levels, nodes }: Pyramid): number {
  const isCut = levels.some(({ recruits, shown }) => recruits > shown);
  return COSTS.pyramid + COSTS.pyramidNode * nodes.length + (isCut ? COSTS.pyramidCounts : 0);
}

function countBy(nodes: readonly Pick<PyramidNode, 'level'>[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { level } of nodes) counts.set(level, (counts.get(level) ?? 0) + 1);
  return counts;
}

function levelsOf(nodes: readonly PyramidNode[]): CountedLevel[] {
  const proven = countBy(nodes.filter(({ status }) => status === 'proven'));
  return Array.from(countBy(nodes), ([level, recruits]) => ({
    level,
    recruits,
    proven: proven.get(level) ?? 0,
  }));
}
