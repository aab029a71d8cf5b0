import { Inject, Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { SharedPromise } from '../core/shared-promise.js';
import { SuspicionRepository } from '../wallet/suspicion.repository.js';

/** Long, since counting in a large database is slow. */
const FRESH_MS = 600_000;

@Injectable()
export class SuspectCount {
  private count: number | null = null;
  private readonly newest = new SharedPromise(async () => {
    this.count = await this.suspicions.countWallets().catch(() => this.count);
    return this.count;
  }, FRESH_MS);

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

  /** Returns the last count that succeeded, or null. Counts again if the last count is older than {@link FRESH_MS}. */
  read(): Promise<number | null> {
    return this.newest.get();
  }
}
