import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { WriteObserver, WriteRefusal } from '../database/write-observer.js';
import { Writer } from '../database/writer.js';
import { DURATIONS } from './buckets.js';

const MS = 1_000;

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

  refused(reason: WriteRefusal, jobs: number): void {
    this.refusals.inc({ reason }, jobs);
  }
}
