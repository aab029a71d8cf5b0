import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import bs58 from 'bs58';
import { IsNull, LessThanOrEqual, type EntityManager } from 'typeorm';
import { Clock } from '../core/clock.js';
import { randomSecret } from '../core/secret-file.js';
import { DomainError } from '../core/errors.js';
import { lockPyramid } from '../database/dialect.js';
import { Writer } from '../database/writer.js';
import type { Client } from '../http/client.js';
import { ReferralOutcomes, SignInOutcomes } from '../metrics/outcomes.js';
import { checkIn } from '../points/check-in.js';
import { NewWalletLimit } from '../referral/new-wallet-limit.js';
import { findReferral, prove, type Proof, type Recorded } from '../referral/record.js';
import { hashOf } from '../session/secrets.js';
import type { Browser } from '../session/session-cookies.js';
import { openSession, revokeSession, type OpenedSession } from '../session/session.service.js';
import { SETTINGS, type Settings } from '../settings.js';
import { isBanned, joinWallets } from '../wallet/wallets.js';
import { SignInChallenge } from './sign-in-challenge.entity.js';
import { CHALLENGE_LIFETIME_MS, referrerIn, signInInput, signInText } from './sign-in-text.js';
import {
  signInInputSchema,
  type SignInInput,
  type SignInRequest,
  type SignInResponse,
} from './sign-in.schema.js';
import { isSignedBy, isSoundKey } from './signature.js';

/** Random bytes of a nonce. They are encoded in base58, since a nonce may have only letters and digits. */
const NONCE_BYTES = 20;

export interface SignIn {
  /** Value of the session cookie. */
  readonly token: string;
  readonly response: SignInResponse;
}

@Injectable()
export class SignInService {
  constructor(
    private readonly writer: Writer,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly outcomes: SignInOutcomes,
    private readonly referralOutcomes: ReferralOutcomes,
    private readonly newWallets: NewWalletLimit,
  ) {}

  /**
   * Creates a challenge that one browser may answer once, within 5 minutes.
   * @param browser secret of the browser's cookie
   * @param referrer null if unknown
   */
  async challenge(browser: string, referrer: string | null): Promise<SignInInput> {
    const now = this.clock.now();
    const nonce = bs58.encode(randomBytes(NONCE_BYTES));
    const issuedAt = now.toISOString();
    const expirationTime = new Date(now.getTime() + CHALLENGE_LIFETIME_MS).toISOString();
    const challenge = { nonce, issuedAt, expirationTime };
    const input = signInInput(this.settings.publicOrigin, challenge, referrer);
    await this.writer.write(async (manager) => {
      const ended = LessThanOrEqual(this.clock.settledNow().toISOString());
      await manager.delete(SignInChallenge, { expiresAt: ended });
      await manager.insert(SignInChallenge, {
        nonce,
        browserHash: hashOf(browser),
        issuedAt,
        expiresAt: expirationTime,
        input: JSON.stringify(input),
      });
    });
    return input;
  }

  /**
   * Opens a session for the wallet that signed the challenge, and proves its referral. A failed attempt uses up the
   * challenge and writes nothing else.
   * @throws DomainError if the answer is wrong, or the wallet is banned
   * @throws Unavailable if the system clock just jumped
   * @throws RateLimited if the wallet is new, and the client has brought too many new wallets today
   */
  async signIn(request: SignInRequest, browser: Browser, client: Client): Promise<SignIn> {
    const opened = await this.outcomes.count(
      this.attempt(request, browser, client),
      () => 'opened',
    );
    const { referral } = opened.response;
    if (referral?.credited === true) this.referralOutcomes.add(referral.status);
    return opened;
  }

  private async attempt(request: SignInRequest, browser: Browser, client: Client): Promise<SignIn> {
    this.clock.rejectIfJumped();
    const input = await this.useUp(request.nonce, browser.secret);
    const session = {
      wallet: request.publicKey,
      referrer: referrerIn(input),
      message: verify(input, request),
      signature: Buffer.from(request.signature).toString('base64'),
    };
    const token = randomSecret();
    const { wallet, referrer } = session;
    const wallets = referrer === null ? [wallet] : [wallet, referrer];
    const write = () =>
      this.writer.write(async (manager) => {
        const now = this.clock.now();
        // The message may have expired while the write waited.
        if (input.expirationTime <= now.toISOString()) throw expired();
        if (browser.token !== null) await revokeSession(manager, browser.token, now);
        return open(manager, token, session, now, this.clock.settledNow());
      });
    return { token, response: await this.newWallets.count(client, wallets, write, wallet) };
  }

  /**
   * Uses up a challenge and returns its input.
   * @throws DomainError if the challenge is unknown, used, expired, or belongs to another browser
   */
  private async useUp(nonce: string, browser: string | null): Promise<SignInInput> {
    const now = this.clock.now().toISOString();
    const challenge = await this.writer.write(async (manager) => {
      const unused = { nonce, usedAt: IsNull() };
      const { affected } = await manager.update(SignInChallenge, unused, { usedAt: now });
      return affected === 1 ? manager.findOneBy(SignInChallenge, { nonce }) : null;
    });
    if (challenge === null) {
      throw unauthenticated('This challenge is unknown or was used before: request a new one.');
    }
    if (browser === null || hashOf(browser) !== challenge.browserHash) {
      throw unauthenticated(
        'This challenge belongs to another browser: allow cookies and request a new one.',
      );
    }
    if (challenge.expiresAt <= now) throw expired();
    return signInInputSchema.parse(JSON.parse(challenge.input));
  }
}

function unauthenticated(message: string): DomainError {
  return new DomainError('unauthenticated', message);
}

function expired(): DomainError {
  return unauthenticated('This challenge has expired: request a new one.');
}

/**
 * Returns the signed text.
 * @throws DomainError if the text is not the challenge, or the key did not sign it
 */
function verify(input: SignInInput, request: SignInRequest): string {
  const { publicKey, signedMessage, signature } = request;
  const key = bs58.decode(publicKey);
  if (!isSoundKey(key)) {
    throw unauthenticated(
      'This address is not a wallet: anybody can sign for it, so a signature proves nothing.',
    );
  }
  const text = signInText(input, publicKey);
  if (!Buffer.from(text).equals(signedMessage)) {
    throw unauthenticated(
      'The signed message is not the challenge for this wallet: request a new challenge.',
    );
  }
  if (!isSignedBy(key, signedMessage, signature)) {
    throw unauthenticated(
      "The signature is not this wallet's signature of the message: request a new challenge.",
    );
  }
  return text;
}

async function open(
  manager: EntityManager,
  token: string,
  session: OpenedSession,
  now: Date,
  settledNow: Date,
): Promise<SignInResponse> {
  const { wallet, referrer } = session;
  const proof = referrer === null ? null : { ...session, referrer, recruit: wallet };
  await lockPyramid(manager);
  await joinWallets(manager, [wallet], now);
  if (await isBanned(manager, wallet)) {
    throw new DomainError('forbidden', 'The operator has banned this wallet: it cannot sign in.');
  }
  const recorded = proof === null ? null : await recordProof(manager, proof, now);
  await checkIn(manager, wallet, now);
  const expiresAt = await openSession(manager, token, session, now, settledNow);
  const current = await findReferral(manager, wallet);
  const referral = current && {
    referrer: current.referrer,
    status: current.status,
    credited: recorded?.recorded === true,
    ...(recorded?.logIndex !== undefined && { logIndex: recorded.logIndex }),
  };
  return { wallet, expiresAt, referral };
}

/** Records the proof of a sign-in; a rejected proof does not prevent the sign-in. */
async function recordProof(
  manager: EntityManager,
  proof: Proof,
  now: Date,
): Promise<Recorded | null> {
  try {
    return await prove(manager, proof, now);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
