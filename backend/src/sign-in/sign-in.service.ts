import { HttpException, Injectable, UnauthorizedException } from '@nestjs/common';
import { Registry } from 'prom-client';
import bs58 from 'bs58';
import { Clock } from '../core/clock.js';
import { randomSecret } from '../core/secret-file.js';
import { Batch, Writer } from '../database/writer.js';
import { signerAt, type Client } from '../http/client.js';
import { RateLimiters, type ClientRateLimiter } from '../http/rate-limiter.js';
import { CALLS_PER_MINUTE } from '../http/rate-limits.js';
import { ClaimTerm } from '../referral/claim-term.js';
import { NewWalletLimit } from '../referral/new-wallet-limit.js';
import { Outcomes, ReferralOutcomes } from '../metrics/outcomes.js';
import type { Browser } from '../session/session-cookies.js';
import { Settings } from '../settings.js';
import { walletAddressSchema } from '../wallet/address.js';
import { Nonces } from './nonces.js';
import { alreadyUsed, expired, openSessions, type Answer, type Opened } from './open-sessions.js';
import { SignInChallengeRepository } from './sign-in-challenge.repository.js';
import { isSignedBy, isSoundKey } from './signature.js';
import {
  CHALLENGE_LIFETIME_MS,
  referrerIn,
  signInInput,
  signInText,
  signedLink,
} from './sign-in-text.js';
import type { SignInInput, SignInRequest, SignInResponse } from './sign-in.schema.js';

export interface SignIn {
  readonly token: string;
  readonly response: SignInResponse;
}

const TOO_MANY = 'Too many attempts to sign in';

@Injectable()
export class SignInService {
  private readonly wrongAnswers: ClientRateLimiter;
  private readonly rightAnswers: ClientRateLimiter;
  private readonly outcomes: Outcomes<'opened'>;
  private readonly answers = new Batch<Answer, Opened | HttpException>((manager, answers) =>
    openSessions(manager, answers, this.clock.now(), this.term.expiredUntil()),
  );

  constructor(
    private readonly writer: Writer,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly referralOutcomes: ReferralOutcomes,
    private readonly newWallets: NewWalletLimit,
    private readonly term: ClaimTerm,
    private readonly nonces: Nonces,
    limiters: RateLimiters,
    registry: Registry,
  ) {
    this.outcomes = new Outcomes(registry, 'pyramidion_sign_ins_total', 'Sign-in attempts', [
      'opened',
    ]);
    this.wrongAnswers = limiters.perMinute('wrong answers', CALLS_PER_MINUTE.write);
    this.rightAnswers = limiters.perMinute('sign-ins', CALLS_PER_MINUTE.write);
  }

  /**
   * Returns a new challenge for a browser. Nothing is stored.
   * @param browser secret of the browser's cookie
   */
  challenge(browser: string, referrer: string | null): SignInInput {
    const now = this.clock.now();
    return this.inputOf(this.nonces.issue(browser, now), now, referrer);
  }

  /**
   * Opens a session for the wallet that signed the challenge, and proves the referral that the challenge names, unless
   * a rule rejects it.
   * @throws HttpException if the challenge is unknown, expired or used, the answer is wrong, or the wallet is banned
   * @throws Unavailable like {@link Clock.rejectIfJumped}, or if the database cannot be read or written
   * @throws RateLimited at a limit of wrong answers, of sign-ins or of new wallets (docs/security.md, Limits)
   */
  async signIn(request: SignInRequest, browser: Browser, client: Client): Promise<SignIn> {
    try {
      const opened = await this.attempt(request, browser, client);
      this.outcomes.add('opened');
      if (opened.response.referral?.credited === true) this.referralOutcomes.add('proven');
      return opened;
    } catch (error) {
      this.outcomes.addError(error);
      throw error;
    }
  }

  private async attempt(request: SignInRequest, browser: Browser, client: Client): Promise<SignIn> {
    this.clock.rejectIfJumped();
    const challenge = this.challengeOf(request, browser.secret);
    const message = await this.verified(challenge, request, client);
    const wallet = request.publicKey;
    // Counted after the check, so that strangers cannot use up a wallet's limit.
    await this.rightAnswers.allow(signerAt(client, wallet), TOO_MANY);
    const referrer = referrerIn(challenge);
    const signature = Buffer.from(request.signature).toString('base64');
    const session = { wallet, referrer, message, signature };
    const token = randomSecret();
    const answer = { challenge, session, token, formerToken: browser.token };
    const reservation = await this.newWallets.reserveForSignIn(client, wallet, referrer);
    let added = 0;
    try {
      const outcome = await this.writer.writeTogether(this.answers, answer, wallet);
      if (outcome instanceof HttpException) throw outcome;
      added = outcome.addedWallets;
      return { token, response: outcome.response };
    } finally {
      await this.newWallets.refundUnused(reservation, added);
    }
  }

  private challengeOf(
    { nonce, signedMessage }: SignInRequest,
    browser: string | null,
  ): SignInInput {
    const issuedAt = browser === null ? null : this.nonces.timeOf(nonce, browser);
    if (browser === null || issuedAt === null) {
      throw new UnauthorizedException(
        'This challenge is unknown, or belongs to another browser: allow cookies and request a new one.',
      );
    }
    const referrer = walletAddressSchema.safeParse(
      new URL(signedLink(signedMessage) ?? this.settings.publicOrigin).searchParams.get('ref'),
    );
    const input = this.inputOf(nonce, issuedAt, referrer.data ?? null);
    if (input.expirationTime <= this.clock.now().toISOString()) throw expired();
    return input;
  }

  private inputOf(nonce: string, issued: Date, referrer: string | null): SignInInput {
    const expirationTime = new Date(issued.getTime() + CHALLENGE_LIFETIME_MS).toISOString();
    const challenge = { nonce, issuedAt: issued.toISOString(), expirationTime };
    return signInInput(this.settings.publicOrigin, challenge, referrer);
  }

  /** Returns the signed text. A wrong answer uses up the challenge, unless the client has given too many. */
  private async verified(
    challenge: SignInInput,
    request: SignInRequest,
    client: Client,
  ): Promise<string> {
    try {
      return verify(challenge, request);
    } catch (error) {
      await this.wrongAnswers.allow(client, TOO_MANY);
      const isFirst = await this.writer.write(async (manager) => {
        const challenges = new SignInChallengeRepository(manager);
        return (await challenges.markUsed([challenge])).size > 0;
      }, client.network);
      throw isFirst ? error : alreadyUsed();
    }
  }
}

function verify(input: SignInInput, request: SignInRequest): string {
  const { publicKey, signedMessage, signature } = request;
  const text = signInText(input, publicKey);
  if (!Buffer.from(text).equals(signedMessage)) {
    throw new UnauthorizedException(
      'The signed message is not the challenge for this wallet: request a new challenge.',
    );
  }
  const key = bs58.decode(publicKey);
  if (!isSignedBy(key, signedMessage, signature)) {
    throw new UnauthorizedException(
      isSoundKey(key)
        ? "The signature is not this wallet's signature of the message: request a new challenge."
        : 'This address is not a wallet: anybody can sign for it, so a signature proves nothing.',
    );
  }
  return text;
}
