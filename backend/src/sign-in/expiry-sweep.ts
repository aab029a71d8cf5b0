import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../core/clock.js';
import { LOG, type Log } from '../core/log.js';
import { PeriodicJob } from '../core/periodic-job.js';
import { deleteExpired } from '../database/rows.js';
import { Writer } from '../database/writer.js';
import { writeInTurns } from '../database/write-in-turns.js';
import { SessionRow } from '../session/session.entity.js';
import { SignInChallenge } from './sign-in-challenge.entity.js';

const SWEEP_MS = 60_000;

/** Maximum number of rows per transaction, since other writes wait until it ends. */
const BATCH = 200;

/** A used challenge is kept this long after its expiry, in case the clock steps back. */
const KEEP_CHALLENGES_MS = 3_600_000;

@Injectable()
export class ExpirySweep extends PeriodicJob {
  constructor(
    private readonly writer: Writer,
    private readonly clock: Clock,
    @Inject(LOG) log: Log,
  ) {
    super(log, 'expired sessions could not be deleted', SWEEP_MS);
  }

  async run(signal: AbortSignal): Promise<void> {
    if (this.clock.isDoubtful()) return;
    const now = this.clock.settledNow().getTime();
    await this.deleteExpired(SessionRow, new Date(now), signal);
    await this.deleteExpired(SignInChallenge, new Date(now - KEEP_CHALLENGES_MS), signal);
  }

  private deleteExpired(
    entity: typeof SessionRow | typeof SignInChallenge,
    until: Date,
    signal: AbortSignal,
  ): Promise<void> {
    const deleteSome = (manager: EntityManager) =>
      deleteExpired(manager.getRepository(entity), until, BATCH);
    return writeInTurns(async () => (await this.writer.write(deleteSome)) === BATCH, signal);
  }
}
