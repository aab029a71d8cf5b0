import { Inject, Injectable } from '@nestjs/common';
import { Gauge, type Registry } from 'prom-client';
import { z } from 'zod';
import { Reader } from '../database/reader.js';

/** Lifetime of a count, in milliseconds: the query takes 0.5 s at 1,000,000 wallets and blocks other reads. */
const FRESH_MS = 600_000;

const countRow = z.object({ count: z.int() });

/** Counts the referrers in `ops suspects`, at most once in ten minutes. */
@Injectable()
export class SuspectCount {
  private countedAt = -Infinity;
  private count: number | null = null;

  constructor(@Inject(Reader) private readonly reader: Pick<Reader, 'select'>) {}

  /** Returns a count that is at most ten minutes old; null if the database could not be read. */
  async read(): Promise<number | null> {
    if (performance.now() - this.countedAt >= FRESH_MS) {
      this.countedAt = performance.now();
      const [row] = await this.reader
        .select(countRow, 'SELECT CAST(count(DISTINCT wallet) AS integer) AS count FROM suspects')
        .catch(() => []);
      this.count = row?.count ?? null;
    }
    return this.count;
  }
}

/** Adds the count to the metrics. The count is missing while the database cannot be read. */
export function measureSuspects(suspects: SuspectCount, registry: Registry): void {
  new Gauge({
    name: 'pyramidion_suspects',
    help: "Referrers whose recruits may be one person's keys, counted every ten minutes",
    registers: [registry],
    async collect() {
      const count = await suspects.read();
      if (count === null) this.remove();
      else this.set(count);
    },
  });
}
