import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { Gauge, Histogram, Registry } from 'prom-client';
import { Database } from '../database/database.js';
import type { WriteRejection } from '../database/writer.js';
import { routeOf } from '../http/log-requests.js';
import { counterOf } from './outcomes.js';

const MS = 1_000;

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

@Injectable()
export class RequestMetrics {
  constructor({ httpAdapter }: HttpAdapterHost<FastifyAdapter>, registry: Registry) {
    const durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the headers of a request to the end of its answer',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS_SECONDS,
      registers: [registry],
    });
    httpAdapter.getInstance().addHook('onResponse', (request, reply, done) => {
      durations.observe(
        { method: request.method, route: routeOf(request), status: reply.statusCode },
        reply.elapsedTime / MS,
      );
      done();
    });
  }
}

const REASONS: readonly WriteRejection[] = ['closing', 'queueFull', 'unavailable'];

@Injectable()
export class DatabaseMetrics {
  constructor(database: Database, registry: Registry) {
    const { writer } = database;
    const registers = [registry];
    const commits = new Histogram({
      name: 'pyramidion_write_commit_seconds',
      help: 'Duration of a COMMIT, until it is on the disk',
      buckets: BUCKETS_SECONDS,
      registers,
    });
    const rejections = counterOf(registry, 'reason', REASONS, {
      name: 'pyramidion_write_refused_total',
      help: `Rejected changes, by reason: ${REASONS.join(', ')}`,
    });
    new Gauge({
      name: 'pyramidion_write_waiting',
      help: 'Accepted changes that wait to be written',
      registers,
      collect() {
        this.set(writer.waiting);
      },
    });
    new Gauge({
      name: 'pyramidion_storage_bytes',
      help: 'Bytes of the database and its write-ahead log, and free bytes on their disk',
      labelNames: ['part'],
      registers,
      async collect() {
        this.reset();
        const figures = await database.measureStorage().catch(() => null);
        const parts = { database: figures?.database, log: figures?.wal, free: figures?.free };
        for (const [part, bytes] of Object.entries(parts)) {
          if (bytes != null) this.set({ part }, bytes);
        }
      },
    });
    writer.observe({
      committed: (_jobs, commitMs) => commits.observe(commitMs / MS),
      rejected: (reason) => rejections.inc({ reason }),
    });
  }
}
