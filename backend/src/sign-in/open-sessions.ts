import { ForbiddenException, UnauthorizedException, type HttpException } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AGAIN } from '../database/writer.js';
import { CheckInRepository } from '../points/check-in.repository.js';
import {
  decide,
  isAccepted,
  OpenReferrals,
  type Decision,
  type Facts,
} from '../referral/decision.js';
import { recordProofs } from '../referral/record.js';
import { ReferralRepository } from '../referral/referral.repository.js';
import { SessionRepository, type OpenedSession } from '../session/session.repository.js';
import { WalletRepository } from '../wallet/wallet.repository.js';
import { SignInChallengeRepository } from './sign-in-challenge.repository.js';
import type { SignInInput, SignInResponse } from './sign-in.schema.js';

/** An answer to a challenge. Its message and signature have been verified. */
export interface Answer {
  readonly challenge: SignInInput;
  readonly session: OpenedSession;
  readonly token: string;
  /** Token of the browser's former session, which the sign-in revokes. */
  readonly formerToken: string | null;
}

export interface Opened {
  readonly response: SignInResponse;
  /** Number of wallets that the sign-in has added. */
  readonly addedWallets: number;
}

/**
 * Opens a session for each valid answer: uses up its challenge, proves its referral, and checks its wallet in. A
 * rejected proof does not prevent the sign-in.
 * @returns the outcome of each answer, in the given order: an error if its challenge has expired or was used before, or
 * if its wallet is banned; AGAIN if an earlier answer may change it
 */
export async function openSessions(
  manager: EntityManager,
  answers: readonly Answer[],
  now: Date,
  expiredUntil: string,
): Promise<(Opened | HttpException | typeof AGAIN)[]> {
  const referrals = new ReferralRepository(manager);
  const facts = await referrals.factsOf(
    answers.map(({ session: { wallet, referrer } }) => ({
      recruit: wallet,
      referrer: referrer ?? wallet,
    })),
    expiredUntil,
  );
  const outcomes = new Map<Answer, Opened | HttpException>();
  const taken = new Set<string>();
  const open = new OpenReferrals();
  const timely: { readonly answer: Answer; readonly facts: Facts }[] = [];
  for (const [index, answer] of answers.entries()) {
    const about = facts[index];
    const { nonce, expirationTime } = answer.challenge;
    // Two answers of one wallet, or to one challenge, depend on each other.
    if (about === undefined || taken.has(nonce) || taken.has(about.recruit)) continue;
    // The message may have expired while the answer waited.
    if (expirationTime <= now.toISOString()) outcomes.set(answer, expired());
    else if (about.isRecruitBanned) outcomes.set(answer, banned());
    else if (!open.mustWait(about, decide(about, 'proof'))) {
      taken.add(nonce).add(about.recruit);
      timely.push({ answer, facts: about });
    }
  }
  const challenges = timely.map(({ answer }) => answer.challenge);
  const unused = await new SignInChallengeRepository(manager).markUsed(challenges);
  const opened: { answer: Answer; facts: Facts; decision: Decision }[] = [];
  for (const { answer, facts: about } of timely) {
    if (unused.has(answer.challenge.nonce)) {
      const decision = await referrals.decisionAbout(about, 'proof');
      opened.push({ answer, facts: about, decision });
    } else outcomes.set(answer, alreadyUsed());
  }
  const sessions = new SessionRepository(manager);
  const former = opened.flatMap(({ answer }) => answer.formerToken ?? []);
  await sessions.revoke(former, now);
  const proofs = opened.flatMap(({ answer, facts: { recruit, referrer }, decision }) =>
    isAccepted(decision) ? [{ proof: { ...answer.session, recruit, referrer }, decision }] : [],
  );
  const wallets = opened.map(({ facts: { recruit } }) => recruit);
  const added = await new WalletRepository(manager).join(
    opened.map(({ facts: { recruit, referrer }, decision }) =>
      isAccepted(decision) ? [recruit, referrer] : [recruit],
    ),
    now,
  );
  let logIndex = proofs.length > 0 ? await recordProofs(manager, proofs, now) : 0;
  await new CheckInRepository(manager).checkIn(wallets, now);
  const tokens = opened.map(({ answer: { token, session } }) => [token, session] as const);
  const expiresAt = await sessions.open(new Map(tokens), now);
  for (const [index, { answer, facts, decision }] of opened.entries()) {
    const { recruit: wallet, referrer, existing } = facts;
    const isCurrent = existing?.status === 'proven' || existing?.hasExpired === false;
    let referral: SignInResponse['referral'] = isCurrent
      ? { referrer: existing.referrer, status: existing.status, credited: false }
      : null;
    if (isAccepted(decision)) {
      referral = { referrer, status: 'proven', credited: true, logIndex };
      logIndex += 1;
    }
    const response = { wallet, expiresAt, referral };
    outcomes.set(answer, { response, addedWallets: added[index] ?? 0 });
  }
  return answers.map((answer) => outcomes.get(answer) ?? AGAIN);
}

export function alreadyUsed(): HttpException {
  return new UnauthorizedException('This challenge was used before: request a new one.');
}

export function expired(): HttpException {
  return new UnauthorizedException('This challenge has expired: request a new one.');
}

function banned(): HttpException {
  return new ForbiddenException('The operator has banned this wallet: it cannot sign in.');
}
