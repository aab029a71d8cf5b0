import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../core/clock.js';
import { Refused } from '../core/errors.js';
import { Writer } from '../database/writer.js';
import { writeInTurns } from '../database/write-in-turns.js';
import { LedgerRepository, type EntryForRecruit } from '../points/ledger.repository.js';
import { canCut } from '../referral/decision.js';
import { ReferralRepository } from '../referral/referral.repository.js';
import { Referral } from '../referral/referral.entity.js';
import type { RevokedReferral } from '../referral/revoked-referral.entity.js';
import { SessionRepository } from '../session/session.repository.js';
import { LogEntryRepository } from '../transparency-log/log-entry.repository.js';
import { AuditLogRepository } from '../wallet/audit-log.repository.js';
import { Wallet } from '../wallet/wallet.entity.js';
import { WalletRepository } from '../wallet/wallet.repository.js';
import { ModerationRepository } from './moderation.repository.js';
import type { ActionReport, SignOutReport } from './moderation.schema.js';

/** Time after which a transaction revokes no further recruits, since other writes wait for its end. */
const TURN_MS = 50;

type Action = ActionReport['action'];

interface Change {
  readonly action: Action;
  readonly subject: string;
  readonly why: string;
  readonly at: string;
  readonly wallet: string;
}

/**
 * The operator's actions on wallets, referrals and sessions. The transaction of an action also records it in the audit
 * log and, if it acts on a wallet or a proof, in the transparency log.
 */
@Injectable()
export class ModerationService {
  constructor(
    @Inject(Writer) private readonly writer: Pick<Writer, 'write'>,
    private readonly clock: Clock,
  ) {}

  /**
   * Removes a wallet's points and ranks. Final weeks do not change. Until {@link unban}, the wallet earns nothing and
   * cannot sign in.
   * @throws Refused if the wallet is unknown, or banned already
   */
  ban(address: string, why: string): Promise<ActionReport> {
    return this.writer.write(async (manager) => {
      const { bannedAt, points: pointsBefore } = await findWallet(manager, address);
      if (bannedAt !== null) throw new Refused(`${address}: the wallet is banned already`);
      const change = this.change('ban', address, why, address);
      const number = await record(manager, change);
      await setBan(manager, change, number, change.at, -pointsBefore);
      return report(manager, change, number, pointsBefore);
    });
  }

  /**
   * Gives a banned wallet its points and ranks back. Final weeks do not change.
   * @throws Refused if the wallet is unknown or not banned
   */
  unban(address: string, why: string): Promise<ActionReport> {
    return this.writer.write(async (manager) => {
      const { bannedAt, points: pointsBefore } = await findWallet(manager, address);
      if (bannedAt === null) throw new Refused(`${address}: the wallet is not banned`);
      const change = this.change('unban', address, why, address);
      const number = await record(manager, change);
      const points = await new LedgerRepository(manager).takenByBan(address);
      await setBan(manager, change, number, null, points);
      return report(manager, change, number, pointsBefore);
    });
  }

  /**
   * Removes a recruit, and the points for it, from its referrer. Until {@link unrevoke}, nobody can recruit it.
   * @throws Refused if the recruit has no referral
   */
  revoke(recruit: string, why: string): Promise<ActionReport> {
    return this.writer.write(async (manager) => {
      const referral = await manager.findOneBy(Referral, { recruit });
      if (referral === null) {
        throw new Refused(`${recruit}: the recruit has no referral that counts`);
      }
      return this.revokeReferral(manager, referral, why);
    });
  }

  /**
   * Gives a revoked recruit, and the points for it, back to the referrer. Ends a claim if the referral would otherwise
   * close a cycle, or if the chain above the referrer is too long to search.
   * @throws Refused if the recruit has no revoked referral, or if no claim of such a cycle or chain may end
   */
  unrevoke(recruit: string, why: string): Promise<ActionReport> {
    return this.writer.write(async (manager) => {
      const moderation = new ModerationRepository(manager);
      const revoked = await moderation.findOneBy({ recruit });
      if (revoked === null) throw new Refused(`${recruit}: the recruit has no revoked referral`);
      const { referrer, week, status } = revoked;
      const change = this.change('unrevoke', recruit, why, referrer);
      await endConflictingClaim(manager, revoked, new Date(change.at));
      const pointsBefore = await new WalletRepository(manager).pointsOf(referrer);
      const number = await record(manager, change, status === 'proven');
      await moderation.restoreReferral(recruit);
      await moderation.keepFinalWeek(referrer, week, change.at, -1);
      await moderation.delete({ recruit });
      const latest = await new LedgerRepository(manager).latestForRecruit(recruit);
      if (latest !== null && latest.points < 0) await reverse(manager, latest, number, change.at);
      return report(manager, change, number, pointsBefore);
    });
  }

  /**
   * Revokes the recruits that a referrer gained since a time, in several transactions. An interrupted run keeps the
   * finished revocations.
   * @param since ISO 8601, UTC
   * @throws Refused if there is no such recruit
   */
  async revokeSince(
    referrer: string,
    since: string,
    why: string,
    onProgress: (done: number) => void = () => undefined,
  ): Promise<ActionReport[]> {
    const recruits = await this.writer.write((manager) =>
      new ReferralRepository(manager).recruitsSince(referrer, since),
    );
    const left = [...recruits];
    const reports: ActionReport[] = [];
    await writeInTurns(async () => {
      const turn = await this.writer.write((manager) =>
        this.revokeSome(manager, left, referrer, why),
      );
      left.splice(0, turn.length);
      reports.push(...turn.filter((report) => report !== null));
      onProgress(recruits.length - left.length);
      return left.length > 0;
    });
    if (reports.length > 0) return reports;
    throw new Refused(`${referrer}: it has no recruits since ${since}`);
  }

  signOutAll(why: string): Promise<SignOutReport> {
    return this.writer.write(async (manager) => {
      const now = this.clock.now();
      const action = { action: 'sign-out-all', why, actedAt: now.toISOString() } as const;
      const sessions = await new SessionRepository(manager).revokeAll(now);
      const number = await new AuditLogRepository(manager).add({ ...action, subject: null });
      return { number, ...action, sessions };
    });
  }

  private change(action: Action, subject: string, why: string, wallet: string): Change {
    return { action, subject, why, wallet, at: this.clock.now().toISOString() };
  }

  /**
   * Revokes recruits until {@link TURN_MS} have passed. Returns a report for each of these recruits, or null if the
   * referrer no longer has it.
   */
  private async revokeSome(
    manager: EntityManager,
    recruits: readonly string[],
    referrer: string,
    why: string,
  ): Promise<(ActionReport | null)[]> {
    const turn: (ActionReport | null)[] = [];
    const end = performance.now() + TURN_MS;
    for (const recruit of recruits) {
      const referral = await manager.findOneBy(Referral, { recruit });
      const isTheirs = referral?.referrer === referrer;
      turn.push(isTheirs ? await this.revokeReferral(manager, referral, why) : null);
      if (performance.now() > end) break;
    }
    return turn;
  }

  private async revokeReferral(
    manager: EntityManager,
    { recruit, referrer, week, status }: Referral,
    why: string,
  ): Promise<ActionReport> {
    const change = this.change('revoke', recruit, why, referrer);
    const pointsBefore = await new WalletRepository(manager).pointsOf(referrer);
    const number = await record(manager, change, status === 'proven');
    const moderation = new ModerationRepository(manager);
    await moderation.addRevokedReferral(recruit, change.at, number);
    // This must precede the trigger, which subtracts 1: a final week may have been counted without this proof, so its
    // count could fall below 0.
    await moderation.keepFinalWeek(referrer, week, change.at, 1);
    await manager.delete(Referral, { recruit });
    const latest = await new LedgerRepository(manager).latestForRecruit(recruit);
    if (latest !== null && latest.points > 0) await reverse(manager, latest, number, change.at);
    return report(manager, change, number, pointsBefore);
  }
}

async function findWallet(manager: EntityManager, address: string): Promise<Wallet> {
  const wallet = await manager.findOneBy(Wallet, { address });
  if (wallet === null) throw new Refused(`${address}: this wallet is unknown`);
  return wallet;
}

async function record(
  manager: EntityManager,
  { action, subject, why, at }: Change,
  isPublic = true,
): Promise<number> {
  const number = await new AuditLogRepository(manager).add({ action, subject, why, actedAt: at });
  if (isPublic) await new LogEntryRepository(manager).append({ action, subject, why, at });
  return number;
}

async function report(
  manager: EntityManager,
  { action, subject, why, at, wallet }: Change,
  number: number,
  pointsBefore: number,
): Promise<ActionReport> {
  const points = await new WalletRepository(manager).pointsOf(wallet);
  return { number, action, subject, why, actedAt: at, wallet, pointsBefore, points };
}

async function setBan(
  manager: EntityManager,
  { action, wallet, at }: Change,
  number: number,
  bannedAt: string | null,
  points: number,
): Promise<void> {
  const cause = action === 'ban' ? 'ban' : 'unban';
  await manager.update(Wallet, { address: wallet }, { bannedAt });
  const reference = String(number);
  await new LedgerRepository(manager).add({ wallet, cause, reference, points, recordedAt: at });
  await new ModerationRepository(manager).recountOpenWeeks(wallet, at);
}

/** While the wallet is banned, a second entry keeps its points at 0. */
async function reverse(
  manager: EntityManager,
  entry: EntryForRecruit,
  number: number,
  recordedAt: string,
): Promise<void> {
  const ledger = new LedgerRepository(manager);
  await ledger.reverse(entry, recordedAt);
  const { address: wallet, bannedAt, points } = await findWallet(manager, entry.wallet);
  if (bannedAt === null) return;
  const reference = String(number);
  await ledger.add({ wallet, cause: 'ban', reference, points: -points, recordedAt });
}

async function endConflictingClaim(
  manager: EntityManager,
  { recruit, referrer, status }: RevokedReferral,
  now: Date,
): Promise<void> {
  const referrals = new ReferralRepository(manager);
  const evidence = status === 'proven' ? 'proof' : 'claim';
  const cycle = await referrals.cycleOf({ recruit, referrer }, evidence);
  if (cycle === null) return;
  if (cycle.weakest === null || !canCut(cycle, evidence)) {
    throw new Refused(
      cycle.isMet
        ? `${recruit}: it has become an ancestor of ${referrer}, which would make a cycle; revoke the referral between them first`
        : `${recruit}: the chain above ${referrer} is too long to search for a cycle; revoke a referral in it first`,
    );
  }
  const reason = status === 'proven' ? 'displaced by a proof' : 'made room';
  await referrals.endClaims([cycle.weakest], reason, now);
}
