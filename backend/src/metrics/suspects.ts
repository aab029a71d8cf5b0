import { Inject, Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { SuspicionRepository } from '../wallet/suspicion.repository.js';

/** Lifetime of a count, in milliseconds: on a large database, the query is slow and delays other reads. */
const FRESH_MS = 600_000;

const RETRY_MS = 30_000;

@Injectable()
export class SuspectCount {
  private count: number | null = null;
  /** Time from which {@link read} counts again, by `performance.now()`. */
  private staleAt = -Infinity;
  private counting: Promise<void> | null = null;

  constructor(
    @Inject(SuspicionRepository)
    private readonly suspicions: Pick<SuspicionRepository, 'countWallets'>,
    registry: Registry,
  ) {
    const read = () => this.read();
    new Gauge({
      name: 'pyramidion_suspects',
      help: "Referrers whose recruits may be one person's keys, counted every ten minutes",
      registers: [registry],
      // Missing until a count has succeeded.
      async collect() {
        const count = await read();
        if (count === null) this.remove();
        else this.set(count);
      },
    });
  }

  /** Returns the last count, at most ten minutes old while the database can be read; null if no count has succeeded. */
  async read(): Promise<number | null> {
    if (performance.now() >= this.staleAt) {
      this.counting ??= this.countAgain().finally(() => (this.counting = null));
      await this.counting;
    }
    return this.count;
  }

  private async countAgain(): Promise<void> {
    const count = await this.suspicions.countWallets().catch(() => null);
    this.count = count ?? this.count;
    this.staleAt = performance.now() + (count === null ? RETRY_MS : FRESH_MS);
  }
}
