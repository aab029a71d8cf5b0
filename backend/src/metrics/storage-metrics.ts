import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { Database } from '../database/database.js';

/** What the database takes. It is measured when somebody asks for it; while it cannot be, it is missing. */
@Injectable()
export class StorageMetrics {
  constructor(registry: Registry, database: Database) {
    new Gauge({
      name: 'pyramidion_storage_bytes',
      help: 'Bytes of the database and of its write-ahead log, and bytes free on their disk',
      labelNames: ['part'],
      registers: [registry],
      async collect() {
        this.reset();
        const figures = await database.measureStorage().catch(() => null);
        if (figures === null) return;
        for (const [part, bytes] of Object.entries<number | null>({ ...figures })) {
          if (bytes !== null) this.set({ part }, bytes);
        }
      },
    });
  }
}
