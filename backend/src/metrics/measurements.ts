import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { Database } from '../database/database.js';
import type { WriteObserver, WriteRefusal } from '../database/writer.js';
import { Writer } from '../database/writer.js';
import { routeOf } from '../http/log-requests.js';

const MS = 1_000;

/** Upper bounds of the durations that are told apart, in seconds: from a read in memory to the longest time-out. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts every answer and how long it took, by method, route and status. */
export function measureRequests(instance: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATIONS,
    registers: [registry],
  });
  instance.addHook('onResponse', (request, reply, done) => {
    durations.observe(
      { method: request.method, route: routeOf(request), status: reply.statusCode },
      reply.elapsedTime / MS,
    );
    done();
  });
}

const REASONS: readonly WriteRefusal[] = ['closing', 'crowded', 'unavailable'];

/** How the writing goes: what waits, what is committed together, what that takes, and what is refused. */
@Injectable()
export class WriteMetrics implements WriteObserver {
  private readonly jobs: Histogram;
  private readonly work: Histogram;
  private readonly commit: Histogram;
  private readonly refusals: Counter<'reason'>;

  constructor(registry: Registry, writer: Writer) {
    const registers = [registry];
    this.jobs = new Histogram({
      name: 'pyramidion_write_jobs',
      help: 'Changes that were committed together',
      buckets: [1, 2, 5, 10, 20, 50, 100],
      registers,
    });
    this.work = new Histogram({
      name: 'pyramidion_write_work_seconds',
      help: 'Time that a transaction took before its COMMIT',
      buckets: DURATIONS,
      registers,
    });
    this.commit = new Histogram({
      name: 'pyramidion_write_commit_seconds',
      help: 'Time that a COMMIT, or a statement that commits itself, took until it was on the disk',
      buckets: DURATIONS,
      registers,
    });
    this.refusals = new Counter({
      name: 'pyramidion_write_refused_total',
      help: `Changes that were refused, by reason: ${REASONS.join(', ')}`,
      labelNames: ['reason'],
      registers,
    });
    for (const reason of REASONS) this.refusals.inc({ reason }, 0);
    new Gauge({
      name: 'pyramidion_write_waiting',
      help: 'Changes that were accepted and wait for their turn',
      registers,
      collect() {
        this.set(writer.waiting);
      },
    });
    new Gauge({
      name: 'pyramidion_write_running',
      help: 'Changes whose transaction is open; on PostgreSQL, connections that write',
      registers,
      collect() {
        this.set(writer.running);
      },
    });
    writer.observe(this);
  }

  committed(jobs: number, workMs: number, commitMs: number): void {
    this.jobs.observe(jobs);
    this.work.observe(workMs / MS);
    this.commit.observe(commitMs / MS);
  }

  refused(reason: WriteRefusal): void {
    this.refusals.inc({ reason });
  }
}

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
