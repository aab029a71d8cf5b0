import { ForbiddenException, Injectable, UnauthorizedException } from '@nestjs/common';
import bs58 from 'bs58';
import type { EntityManager } from 'typeorm';
import { Clock } from '../core/clock.js';
import { Writer } from '../database/writer.js';
import { ReferralOutcomes, SignInOutcomes } from '../metrics/outcomes.js';
import { checkIn } from '../points/check-in.js';
import { prove } from '../referral/prove.js';
import { findReferral, lockWallets } from '../referral/referral-store.js';
import { isBanned, joinWallets } from '../wallet/wallets.js';
import { ChallengeService } from './challenge.service.js';
import { randomSecret } from '../session/secrets.js';
import type {
  SignInInput,
  SignInRequest,
  SignInResponse,
  SignInReferral,
} from './sign-in.schema.js';
import type { Browser } from '../session/session-cookies.js';
import { openSession, revokeSession } from '../session/session.service.js';
import { referrerIn, signInText } from './sign-in-text.js';
import { isSignedBy, isSoundKey } from './signature.js';

/** A session that was opened. */
export interface SignIn {
  /** What the browser's cookie is to hold. */
  readonly token: string;
  readonly response: SignInResponse;
}

@Injectable()
export class SignInService {
  constructor(
    private readonly challenges: ChallengeService,
    private readonly writer: Writer,
    private readonly clock: Clock,
    private readonly outcomes: SignInOutcomes,
    private readonly referralOutcomes: ReferralOutcomes,
  ) {}

  /**
   * Opens a session for the wallet whose key signed the challenge, and proves the referral in it. The challenge is
   * used up even when this fails; nothing else is written then.
   * @throws UnauthorizedException saying what is wrong with the answer
   * @throws ForbiddenException when the wallet is banned
   */
  async signIn(request: SignInRequest, browser: Browser): Promise<SignIn> {
    const opened = await this.outcomes.count(this.attempt(request, browser), () => 'opened');
    const { referral } = opened.response;
    if (referral?.credited === true) this.referralOutcomes.add(referral.status);
    return opened;
  }

  private async attempt(request: SignInRequest, browser: Browser): Promise<SignIn> {
    const input = await this.challenges.consume(request.nonce, browser.secret);
    const message = verify(input, request);
    const token = randomSecret();
    const response = await this.writer.write(async (manager) => {
      if (browser.token !== null) await revokeSession(manager, browser.token, this.clock.now());
      return this.open(manager, token, referrerIn(input), request, message);
    });
    return { token, response };
  }

  private async open(
    manager: EntityManager,
    token: string,
    referrer: string | null,
    { publicKey: wallet, signature: bytes }: SignInRequest,
    message: string,
  ): Promise<SignInResponse> {
    const now = this.clock.now();
    const signature = Buffer.from(bytes).toString('base64');
    if (referrer !== null) await lockWallets(manager, { referrer, recruit: wallet });
    await joinWallets(manager, [wallet], now);
    if (await isBanned(manager, wallet)) {
      throw new ForbiddenException('The operator has banned this wallet: it cannot sign in.');
    }
    const credited =
      referrer !== null &&
      (await prove(manager, { recruit: wallet, referrer, message, signature }, now)) === 'recorded';
    await checkIn(manager, wallet, now);
    const opened = { wallet, referrer, message, signature };
    const expiresAt = await openSession(manager, token, opened, now);
    return { wallet, expiresAt, referral: await referralOf(manager, wallet, credited) };
  }
}

/**
 * The text that was signed.
 * @throws UnauthorizedException when it is not the challenge, or not signed by the key
 */
function verify(input: SignInInput, request: SignInRequest): string {
  const { publicKey, signedMessage, signature } = request;
  const key = bs58.decode(publicKey);
  if (!isSoundKey(key)) {
    throw new UnauthorizedException(
      'This address is no wallet: anybody can sign for it, so a signature proves nothing.',
    );
  }
  const text = signInText(input, publicKey);
  if (!Buffer.from(text).equals(signedMessage)) {
    throw new UnauthorizedException(
      'The signed message is not the one of the challenge for this wallet: ask for a new challenge.',
    );
  }
  if (!isSignedBy(key, signedMessage, signature)) {
    throw new UnauthorizedException('The signature is not one by this wallet over the message.');
  }
  return text;
}

async function referralOf(
  manager: EntityManager,
  recruit: string,
  credited: boolean,
): Promise<SignInReferral | null> {
  const referral = await findReferral(manager, recruit);
  return referral && { referrer: referral.referrer, status: referral.status, credited };
}
