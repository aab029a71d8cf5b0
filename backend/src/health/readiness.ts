import { Inject, Injectable } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import { Unavailable } from '../core/errors.js';
import { SharedPromise } from '../core/shared-promise.js';
import { insertAll } from '../database/rows.js';
import { Writer } from '../database/writer.js';
import { SignInChallenge } from '../sign-in/sign-in-challenge.entity.js';
import { Wallet } from '../wallet/wallet.entity.js';

const VERDICT_MS = 1_000;

const MAX_WRITE_AGE_MS = 10_000;

const RETRY_AFTER_SECONDS = 5;

/** Number of rows that a probe writes after a failure. A full disk may still have room for a single row. */
const MANY_ROWS = 1_000;

const NONCE = 'readinessProbeWithoutVisitor';

/** Expiry of the rows that a probe writes: no visitor has a challenge that expired then. */
const LONG_AGO = '2000-01-01T00:05:00.000Z';

@Injectable()
export class Readiness {
  private readonly verdict = new SharedPromise(() => this.checkNow(), VERDICT_MS);

  constructor(
    private readonly manager: EntityManager,
    @Inject(Writer)
    private readonly writer: Pick<Writer, 'write' | 'lastSuccess' | 'lastFailure'>,
  ) {}

  /** @throws Unavailable if the database cannot be read or written */
  check(): Promise<void> {
    return this.verdict.get();
  }

  private async checkNow(): Promise<void> {
    await this.manager.find(Wallet, { take: 1 }).catch(unavailable('read'));
    const { lastSuccess, lastFailure } = this.writer;
    const isFailing = lastFailure > lastSuccess;
    if (isFailing || performance.now() - lastSuccess >= MAX_WRITE_AGE_MS) {
      await this.probe(isFailing ? MANY_ROWS : 1).catch(unavailable('written'));
    }
  }

  private async probe(rows: number): Promise<void> {
    const nonces = Array.from({ length: rows }, (_row, number) => NONCE + number);
    const challenges = nonces.map((nonce) => ({ nonce, expiresAt: LONG_AGO }));
    await this.writer.write(async (manager) => {
      await insertAll(manager.getRepository(SignInChallenge), challenges);
      await manager.delete(SignInChallenge, { expiresAt: LONG_AGO });
    });
  }
}

function unavailable(part: 'read' | 'written') {
  return (cause: unknown): never => {
    const message = `The database cannot be ${part}. Try again shortly.`;
    throw new Unavailable(message, RETRY_AFTER_SECONDS, { cause });
  };
}
