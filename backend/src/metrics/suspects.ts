import { Gauge, type Registry } from 'prom-client';
import { z } from 'zod';
import type { Reader } from '../database/reader.js';

/** Lifetime of a count, in milliseconds: the query takes 0.5 s at 1,000,000 wallets and blocks other reads. */
const FRESH_MS = 600_000;

const countRow = z.object({ count: z.int() });

/** Counts the referrers in `ops suspects`, at most once in ten minutes. */
export function measureSuspects(reader: Reader, registry: Registry): void {
  let countedAt = -Infinity;
  new Gauge({
    name: 'pyramidion_suspects',
    help: 'Referrers whose recruits look like the keys of one person, at most ten minutes old',
    registers: [registry],
    async collect() {
      if (performance.now() - countedAt < FRESH_MS) return;
      countedAt = performance.now();
      const [row] = await reader
        .select(countRow, 'SELECT CAST(count(DISTINCT wallet) AS integer) AS count FROM suspects')
        .catch(() => []);
      if (row === undefined) this.remove();
      else this.set(row.count);
    },
  });
}
