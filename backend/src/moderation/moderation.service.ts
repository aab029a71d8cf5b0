import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../core/clock.js';
import { Refused } from '../core/errors.js';
import { dialectOf } from '../database/dialect.js';
import { keepFinalWeek, recountOpenWeeks } from '../database/objects/recount.js';
import { select } from '../database/reader.js';
import { Writer } from '../database/writer.js';
import { writeInTurns } from '../database/write-in-turns.js';
import { addToLedger } from '../points/ledger.js';
import { LedgerEntry } from '../points/ledger-entry.entity.js';
import { canCut } from '../referral/decision.js';
import { ReferralRepository } from '../referral/referral.repository.js';
import { Referral } from '../referral/referral.entity.js';
import { RevokedReferral } from '../referral/revoked-referral.entity.js';
import { revokeAllSessions } from '../session/session.service.js';
import { appendToLog } from '../transparency-log/log-entries.js';
import { addToAuditLog } from '../wallet/audit-log.js';
import { Wallet } from '../wallet/wallet.entity.js';
import type { ActionReport, SignOutReport } from './moderation.schema.js';

const FACTS = 'recruit, referrer, status, claimed_at, proven_at, log_index, week';

const REVOKE = `
INSERT INTO revoked_referral (${FACTS}, revoked_at, action_number)
SELECT ${FACTS}, CAST($2 AS varchar), CAST($3 AS integer) FROM referral WHERE recruit = $1`;

const UNREVOKE = `
INSERT INTO referral (${FACTS}) SELECT ${FACTS} FROM revoked_referral WHERE recruit = $1`;

const recruitRow = z.object({ recruit: z.string() });

const RECRUITS_SINCE = `
SELECT recruit FROM referral
WHERE referrer = $1 AND coalesce(proven_at, claimed_at) >= $2
ORDER BY coalesce(proven_at, claimed_at), recruit`;

const entryRow = z.object({ number: z.int(), wallet: z.string(), points: z.int() });

/** Selects the entry for a recruit, or the last of the reversals that follow it. */
const LATEST_ENTRY = `
WITH RECURSIVE chain (number, wallet, points) AS (
  SELECT number, wallet, points FROM ledger_entry WHERE cause = 'recruit' AND reference = $1
  UNION ALL
  SELECT next.number, next.wallet, next.points
  FROM chain JOIN ledger_entry AS next
    ON next.cause = 'reversal' AND next.reference = CAST(chain.number AS varchar))
SELECT * FROM chain ORDER BY number DESC LIMIT 1`;

/** Time after which a transaction takes no further recruits, in milliseconds, so that other writes do not wait long. */
const TURN_MS = 50;

type Action = ActionReport['action'];

/** An action, and the wallet whose points may change. */
interface Change {
  readonly action: Action;
  readonly subject: string;
  readonly why: string;
  readonly at: string;
  readonly wallet: string;
}

/**
 * The operator's actions on wallets and referrals. Each is one transaction that changes the audit log, the transparency
 * log, the points and the referrals.
 */
@Injectable()
export class ModerationService {
  constructor(
    @Inject(Writer) private readonly writer: Pick<Writer, 'write'>,
    private readonly clock: Clock,
  ) {}

  /**
   * Removes a wallet's points and rank. Until {@link unban}, it earns nothing and cannot sign in.
   * @throws Refused if the wallet is unknown or banned
   */
  ban(address: string, why: string): Promise<ActionReport> {
    return this.writer.write(async (manager) => {
      const { bannedAt } = await findWallet(manager, address);
      if (bannedAt !== null) throw new Refused(`${address}: the wallet is banned already`);
      const change = this.change('ban', address, why, address);
      const pointsBefore = await pointsOf(manager, address);
      const number = await record(manager, change);
      await setBan(manager, change, number, change.at, -pointsBefore);
      return report(manager, change, number, pointsBefore);
    });
  }

  /** Gives a banned wallet its points and rank back. @throws Refused if the wallet is not banned */
  unban(address: string, why: string): Promise<ActionReport> {
    return this.writer.write(async (manager) => {
      const { bannedAt } = await findWallet(manager, address);
      if (bannedAt === null) throw new Refused(`${address}: the wallet is not banned`);
      const change = this.change('unban', address, why, address);
      const pointsBefore = await pointsOf(manager, address);
      const number = await record(manager, change);
      const [ban] = await manager.find(LedgerEntry, {
        where: { wallet: address, cause: 'ban' },
        order: { number: 'DESC' },
        take: 1,
      });
      await setBan(manager, change, number, null, -(ban?.points ?? 0));
      return report(manager, change, number, pointsBefore);
    });
  }

  /**
   * Removes a recruit and its points from its referrer. Until {@link unrevoke}, nobody can recruit it.
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
   * Gives a revoked recruit and its points back to the referrer. Ends a claim that would make a cycle with the referral.
   * @throws Refused if the recruit has no revoked referral, or has become an ancestor of its referrer
   */
  unrevoke(recruit: string, why: string): Promise<ActionReport> {
    return this.writer.write(async (manager) => {
      const revoked = await manager.findOneBy(RevokedReferral, { recruit });
      if (revoked === null) throw new Refused(`${recruit}: the recruit has no revoked referral`);
      const { referrer, week, status } = revoked;
      const change = this.change('unrevoke', recruit, why, referrer);
      await endConflictingClaim(manager, revoked, new Date(change.at));
      const pointsBefore = await pointsOf(manager, referrer);
      const number = await record(manager, change, status === 'proven');
      await manager.query(UNREVOKE, [recruit]);
      await manager.query(keepFinalWeek(dialectOf(manager)), [referrer, week, change.at, -1]);
      await manager.delete(RevokedReferral, { recruit });
      const latest = await latestEntry(manager, recruit);
      if (latest !== undefined && latest.points < 0) await reverse(manager, latest, change.at);
      return report(manager, change, number, pointsBefore);
    });
  }

  /**
   * Revokes the recruits of a referrer since a time, a few in each transaction, so that visitors can write in between.
   * An interrupted run keeps the finished ones, and each can be undone alone.
   * @param since ISO 8601, UTC
   * @throws Refused if there are no such recruits
   */
  async revokeSince(
    referrer: string,
    since: string,
    why: string,
    onProgress: (done: number) => void = () => undefined,
  ): Promise<ActionReport[]> {
    const recruits = await this.writer.write((manager) =>
      select(manager, recruitRow, RECRUITS_SINCE, [referrer, since]),
    );
    const left = recruits.map(({ recruit }) => recruit);
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

  /** Revokes every session. */
  signOutAll(why: string): Promise<SignOutReport> {
    return this.writer.write(async (manager) => {
      const now = this.clock.now();
      const action = { action: 'sign-out-all', why, actedAt: now.toISOString() } as const;
      const sessions = await revokeAllSessions(manager, now);
      const number = await addToAuditLog(manager, { ...action, subject: null });
      return { number, ...action, sessions };
    });
  }

  private change(action: Action, subject: string, why: string, wallet: string): Change {
    return { action, subject, why, wallet, at: this.clock.now().toISOString() };
  }

  /**
   * Revokes recruits, in order, until the time of a turn is over. Returns null for a recruit whose referrer has
   * changed.
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
    const pointsBefore = await pointsOf(manager, referrer);
    const number = await record(manager, change, status === 'proven');
    await manager.query(REVOKE, [recruit, change.at, number]);
    // Before the trigger subtracts 1: a final week may not count this proof.
    await manager.query(keepFinalWeek(dialectOf(manager)), [referrer, week, change.at, 1]);
    await manager.delete(Referral, { recruit });
    const latest = await latestEntry(manager, recruit);
    if (latest !== undefined && latest.points > 0) await reverse(manager, latest, change.at);
    return report(manager, change, number, pointsBefore);
  }
}

/** @throws Refused if the wallet is unknown */
async function findWallet(manager: EntityManager, address: string): Promise<Wallet> {
  const wallet = await manager.findOneBy(Wallet, { address });
  if (wallet === null) throw new Refused(`${address}: this wallet is unknown`);
  return wallet;
}

async function pointsOf(manager: EntityManager, address: string): Promise<number> {
  return (await manager.findOneBy(Wallet, { address }))?.points ?? 0;
}

/**
 * Adds an action to the audit log and the transparency log, and returns its number.
 * @param isLogged false for a claim, which is not in the transparency log
 */
async function record(
  manager: EntityManager,
  { action, subject, why, at }: Change,
  isLogged = true,
): Promise<number> {
  const number = await addToAuditLog(manager, { action, subject, why, actedAt: at });
  if (isLogged) await appendToLog(manager, { action, subject, why, at });
  return number;
}

async function report(
  manager: EntityManager,
  { action, subject, why, at, wallet }: Change,
  number: number,
  pointsBefore: number,
): Promise<ActionReport> {
  const points = await pointsOf(manager, wallet);
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
  await addToLedger(manager, { wallet, cause, reference: String(number), points, recordedAt: at });
  await manager.query(recountOpenWeeks(dialectOf(manager)), [wallet, at]);
}

/** Ends a claim that would make a cycle with the restored referral. @throws Refused if a proof would make one */
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
      `${recruit}: it has become an ancestor of ${referrer}, which would make a cycle; revoke the referral between them first`,
    );
  }
  const reason = status === 'proven' ? 'displaced by a proof' : 'made room';
  await referrals.endClaims([cycle.weakest], reason, now);
}

async function latestEntry(manager: EntityManager, recruit: string) {
  const [latest] = await select(manager, entryRow, LATEST_ENTRY, [recruit]);
  return latest;
}

/** Adds the opposite of an entry to the ledger. */
async function reverse(
  manager: EntityManager,
  { number, wallet, points }: z.infer<typeof entryRow>,
  recordedAt: string,
): Promise<void> {
  const reference = String(number);
  await addToLedger(manager, { wallet, cause: 'reversal', reference, points: -points, recordedAt });
}
