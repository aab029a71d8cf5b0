import { Inject, Injectable, UnauthorizedException } from '@nestjs/common';
import { IsNull, LessThanOrEqual } from 'typeorm';
import { Clock } from '../core/clock.js';
import { Writer } from '../database/writer.js';
import type { Settings } from '../settings.js';
import { SETTINGS } from '../settings.js';
import { hashOf, randomNonce } from '../session/secrets.js';
import { SignInChallenge } from './sign-in-challenge.entity.js';
import type { SignInInput } from './sign-in.schema.js';
import { signInInputSchema } from './sign-in.schema.js';
import { signInInput } from './sign-in-text.js';

/** How long a challenge may be answered, in milliseconds. */
export const CHALLENGE_LIFETIME_MS = 300_000;

@Injectable()
export class ChallengeService {
  constructor(
    private readonly writer: Writer,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Makes a challenge that one browser may answer once, within 5 minutes.
   * @param browser the secret in that browser's cookie
   * @param referrer who sent the visitor, when that is known
   */
  async issue(browser: string, referrer: string | null): Promise<SignInInput> {
    const now = this.clock.now();
    const nonce = randomNonce();
    const issuedAt = now.toISOString();
    const expiresAt = new Date(now.getTime() + CHALLENGE_LIFETIME_MS).toISOString();
    const input = signInInput(
      this.settings.publicOrigin,
      { nonce, issuedAt, expirationTime: expiresAt },
      referrer,
    );
    await this.writer.write(async (manager) => {
      await manager.delete(SignInChallenge, { expiresAt: LessThanOrEqual(issuedAt) });
      await manager.insert(SignInChallenge, {
        nonce,
        browserHash: hashOf(browser),
        issuedAt,
        expiresAt,
        input: JSON.stringify(input),
      });
    });
    return input;
  }

  /**
   * Uses a challenge up, whatever comes of the attempt, and hands it out to the browser that it was given to.
   * @param browser the secret in the browser's cookie, or null when it has none
   * @throws UnauthorizedException when it is unknown, used, expired or another browser's
   */
  async consume(nonce: string, browser: string | null): Promise<SignInInput> {
    const now = this.clock.now().toISOString();
    const challenge = await this.markUsed(nonce, now);
    if (challenge === null) {
      throw new UnauthorizedException(
        'This challenge is unknown or was used before: ask for a new one.',
      );
    }
    if (browser === null || hashOf(browser) !== challenge.browserHash) {
      throw new UnauthorizedException(
        'This challenge was given to another browser: ask for a new one, with cookies allowed.',
      );
    }
    if (challenge.expiresAt <= now) {
      throw new UnauthorizedException('This challenge has expired: ask for a new one.');
    }
    return signInInputSchema.parse(JSON.parse(challenge.input));
  }

  private async markUsed(nonce: string, now: string): Promise<SignInChallenge | null> {
    return this.writer.write(async (manager) => {
      const unused = { nonce, usedAt: IsNull() };
      const { affected } = await manager.update(SignInChallenge, unused, { usedAt: now });
      return affected === 1 ? manager.findOneBy(SignInChallenge, { nonce }) : null;
    });
  }
}
