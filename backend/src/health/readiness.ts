import { Inject, Injectable } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import { Unavailable } from '../core/errors.js';
import { SharedPromise } from '../core/shared-promise.js';
import { Writer } from '../database/writer.js';
import { SignInChallenge } from '../sign-in/sign-in-challenge.entity.js';
import { Wallet } from '../wallet/wallet.entity.js';

/** Lifetime of a verdict in milliseconds, so that frequent probes cost little. */
const VERDICT_MS = 1_000;

/** Maximum age, in milliseconds, of a successful write that shows that the database works. */
const WRITE_MS = 10_000;

const RETRY_AFTER_SECONDS = 5;

const NONCE = 'readinessProbeWithoutVisitor';

/** A challenge that expired long ago, so that nobody could ever answer it. */
const PROBE = {
  nonce: NONCE,
  browserHash: '0'.repeat(64),
  issuedAt: '2000-01-01T00:00:00.000Z',
  expiresAt: '2000-01-01T00:05:00.000Z',
};

const SMALL_TEXT = '{}';

/** Larger than any request's write, since a full disk may have room for a small one. */
const LARGE_TEXT = 'x'.repeat(65_536);

/** Checks whether requests can be served: reads the database, and writes to it if the last write failed or is old. */
@Injectable()
export class Readiness {
  private readonly verdict = new SharedPromise(() => this.look(), VERDICT_MS);

  constructor(
    private readonly manager: EntityManager,
    @Inject(Writer)
    private readonly writer: Pick<Writer, 'write' | 'lastSuccess' | 'lastFailure'>,
  ) {}

  /** @throws Unavailable if the database cannot be read or written */
  check(): Promise<void> {
    return this.verdict.get();
  }

  private async look(): Promise<void> {
    await this.manager.find(Wallet, { take: 1 }).catch(unavailable('read'));
    const { lastSuccess, lastFailure } = this.writer;
    const isFailing = lastFailure > lastSuccess;
    if (isFailing || performance.now() - lastSuccess >= WRITE_MS) {
      await this.probe(isFailing ? LARGE_TEXT : SMALL_TEXT).catch(unavailable('written'));
    }
  }

  private async probe(input: string): Promise<void> {
    await this.writer.write(async (manager) => {
      await manager.insert(SignInChallenge, { ...PROBE, input });
      await manager.delete(SignInChallenge, { nonce: NONCE });
    });
  }
}

function unavailable(part: 'read' | 'written') {
  return (cause: unknown): never => {
    const message = `The database cannot be ${part}. Try again shortly.`;
    throw new Unavailable(message, RETRY_AFTER_SECONDS, { cause });
  };
}
