import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../core/clock.js';
import { expectOneRow } from '../database/database-errors.js';
import type { Database } from '../database/database.js';
import { dialectOf, lockPyramid } from '../database/dialect.js';
import { keepFinalWeek, recountOpenWeeks } from '../database/objects/recount.js';
import { select } from '../database/reader.js';
import type { Writer } from '../database/writer.js';
import { writeInTurns } from '../database/write-in-turns.js';
import { addToLedger } from '../points/ledger.js';
import { LedgerEntry } from '../points/ledger-entry.entity.js';
import { findCycle } from '../referral/cycle.js';
import { endClaims, findReferral } from '../referral/record.js';
import { Referral } from '../referral/referral.entity.js';
import { RevokedReferral } from '../referral/revoked-referral.entity.js';
import { walletAddressSchema } from '../wallet/address.js';
import { appendToLog } from '../transparency-log/log-entries.js';
import { AuditLogEntry } from '../wallet/audit-log-entry.entity.js';
import { Wallet } from '../wallet/wallet.entity.js';
import { parseTime, parseWallet, parseWords } from './arguments.js';
import { newCommand, Refused } from './command.js';
import { withProgress } from './progress.js';
import { keyValueTable } from './table.js';
import { onDatabase } from './with-database.js';

/** JSON output of `ban`, `unban`, `revoke` and `unrevoke`. */
export const actionReportSchema = z.strictObject({
  /** Number in `audit_log`. */
  number: z.int().positive(),
  action: z.enum(['ban', 'unban', 'revoke', 'unrevoke']),
  subject: walletAddressSchema,
  why: z.string().min(1),
  actedAt: z.iso.datetime(),
  /** The wallet whose points may have changed. */
  wallet: walletAddressSchema,
  pointsBefore: z.int(),
  points: z.int(),
});

type ActionReport = z.infer<typeof actionReportSchema>;
type Action = ActionReport['action'];

const COMMANDS = [
  [
    'ban',
    '<wallet>',
    'remove a wallet’s points and rank; until unban it earns nothing and cannot sign in',
  ],
  ['unban', '<wallet>', 'undo a ban: give the wallet its points and rank back'],
  [
    'unrevoke',
    '<recruit>',
    'undo a revocation: give a recruit and its points back to the referrer',
  ],
  [
    'revoke',
    '[recruit]',
    'remove a recruit and its points from its referrer; until unrevoke nobody can recruit it',
  ],
] as const;

interface Options {
  readonly why: string;
  readonly of?: string;
  readonly since?: string;
}

export const ACTIONS = COMMANDS.map(([action, subject, description]) => {
  const command = newCommand(
    action,
    description,
    'done, and recorded in audit_log',
    'refused; nothing was changed',
  ).argument(subject, 'address of the wallet', parseWallet);
  if (action === 'revoke') {
    command
      .option(
        '--of <referrer>',
        'instead of one recruit: this wallet’s recruits since the time of --since',
        parseWallet,
      )
      .option(
        '--since <time>',
        'required with --of: a time (UTC), as printed by suspects',
        parseTime,
      );
  }
  return command
    .requiredOption('--why <reason>', 'the reason, recorded for good (required)', parseWords)
    .action(
      onDatabase(
        async (database: Database, address: string | undefined, { of, since, why }: Options) => {
          const clock = new Clock();
          if (address !== undefined && of === undefined && since === undefined) {
            return act(database.writer, clock, action, address, why);
          }
          if (address === undefined && of !== undefined && since !== undefined) {
            return revokeSince(database, clock, of, since, why);
          }
          throw new Error('Name a recruit, or a referrer by --of and a time by --since.');
        },
        describe,
      ),
    );
});

function describe(report: ActionReport | ActionReport[]): string {
  const reports = [report].flat();
  const [first, last] = [reports.at(0), reports.at(-1)];
  return keyValueTable([
    Array.isArray(report)
      ? ['Recruits revoked', report.length]
      : [`Action ${report.number}`, `${report.action} ${report.subject}`],
    ['Why', first?.why ?? ''],
    ['Points of', first?.wallet ?? ''],
    ['Before', first?.pointsBefore ?? 0],
    ['Now', last?.points ?? 0],
  ]);
}

/**
 * Bans or unbans a wallet, or revokes or restores a referral. One transaction changes the audit log, the points and the
 * referrals.
 * @throws Refused if the action is impossible, such as the ban of a banned wallet, or an `unrevoke` of a recruit that
 * has become an ancestor of its referrer
 */
export function act(
  writer: Writer,
  clock: Clock,
  action: Action,
  subject: string,
  why: string,
): Promise<ActionReport> {
  return writer.write(async (manager) => {
    await lockPyramid(manager);
    return carryOut(manager, clock.now(), action, subject, why);
  });
}

/** Adds an action to the audit log, and returns its number. The caller has locked the pyramid, so numbers appear in order. */
export async function addToAuditLog(
  manager: EntityManager,
  entry: Omit<AuditLogEntry, 'number'>,
): Promise<number> {
  await manager.insert(AuditLogEntry, entry);
  return (await manager.maximum(AuditLogEntry, 'number', { action: entry.action })) ?? 0;
}

async function carryOut(
  manager: EntityManager,
  now: Date,
  action: Action,
  subject: string,
  why: string,
): Promise<ActionReport> {
  const actedAt = now.toISOString();
  const { wallet, week, isLogged } = await prepare(manager, action, subject, now);
  const pointsBefore = await pointsOf(manager, wallet);
  const number = await addToAuditLog(manager, { action, subject, why, actedAt });
  if (isLogged) await appendToLog(manager, { action, subject, why, at: actedAt });
  await EFFECTS[action](manager, { number, subject, actedAt, wallet, week });
  const points = await pointsOf(manager, wallet);
  return { number, action, subject, why, actedAt, wallet, pointsBefore, points };
}

/**
 * Checks the action. For `unrevoke`, ends a claim that would make a cycle with the restored referral. Returns the
 * wallet whose points may change. `isLogged` is false if the referral is only claimed: the transparency log has no
 * claims.
 * @throws Refused if the action is impossible
 */
async function prepare(
  manager: EntityManager,
  action: Action,
  subject: string,
  now: Date,
): Promise<{ wallet: string; week: string | null; isLogged: boolean }> {
  const reject = (reason: string): never => {
    throw new Refused(`${subject}: ${reason}`);
  };
  if (action === 'revoke') {
    const referral = await findReferral(manager, subject);
    if (referral === null) return reject('the recruit has no referral that counts');
    const { referrer, week, status } = referral;
    return { wallet: referrer, week, isLogged: status === 'proven' };
  }
  if (action === 'unrevoke') {
    const revoked = await manager.findOneBy(RevokedReferral, { recruit: subject });
    if (revoked === null) return reject('the recruit has no revoked referral');
    await makeWay(manager, revoked, now);
    const { referrer, week, status } = revoked;
    return { wallet: referrer, week, isLogged: status === 'proven' };
  }
  const wallet = await manager.findOneBy(Wallet, { address: subject });
  if (wallet === null) return reject('this wallet is unknown');
  if (action === 'ban' && wallet.bannedAt !== null) reject('the wallet is banned already');
  if (action === 'unban' && wallet.bannedAt === null) reject('the wallet is not banned');
  return { wallet: subject, week: null, isLogged: true };
}

async function pointsOf(manager: EntityManager, address: string): Promise<number> {
  return (await manager.findOneBy(Wallet, { address }))?.points ?? 0;
}

/** Ends a claim that would make a cycle with the restored referral. */
async function makeWay(
  manager: EntityManager,
  { recruit, referrer, status }: RevokedReferral,
  now: Date,
): Promise<void> {
  const cycle = await findCycle(manager, { recruit, referrer });
  if (cycle === null) return;
  if (cycle.weakest === undefined || (cycle.isMet && status === 'claimed')) {
    throw new Refused(
      `${recruit}: it has become an ancestor of ${referrer}, which would make a cycle; revoke the referral between them first`,
    );
  }
  const reason = status === 'proven' ? 'displaced by a proof' : 'made room';
  await endClaims(manager, [cycle.weakest.recruit], reason, now);
}

interface Act {
  /** Number in `audit_log`. */
  readonly number: number;
  readonly subject: string;
  readonly actedAt: string;
  /** The wallet whose points may change. */
  readonly wallet: string;
  /** The week of the proof; null without one. */
  readonly week: string | null;
}

const FACTS = 'recruit, referrer, status, claimed_at, proven_at, log_index, week';

const REVOKE = `
INSERT INTO revoked_referral (${FACTS}, revoked_at, action_number)
SELECT ${FACTS}, CAST($2 AS varchar), CAST($3 AS integer) FROM referral WHERE recruit = $1`;

const UNREVOKE = `
INSERT INTO referral (${FACTS}) SELECT ${FACTS} FROM revoked_referral WHERE recruit = $1`;

/** Applies an action. Its entry in the audit log must exist already. */
const EFFECTS: Readonly<Record<Action, (manager: EntityManager, act: Act) => Promise<void>>> = {
  async ban(manager, { number, subject, actedAt }) {
    expectOneRow(await manager.update(Wallet, { address: subject }, { bannedAt: actedAt }));
    const points = -(await pointsOf(manager, subject));
    await addToLedger(manager, entryOf('ban', number, subject, points, actedAt));
    await manager.query(recountOpenWeeks(dialectOf(manager)), [subject, actedAt]);
  },
  async unban(manager, { number, subject, actedAt }) {
    expectOneRow(await manager.update(Wallet, { address: subject }, { bannedAt: null }));
    const [ban] = await manager.find(LedgerEntry, {
      where: { wallet: subject, cause: 'ban' },
      order: { number: 'DESC' },
      take: 1,
    });
    const points = -(ban?.points ?? 0);
    await addToLedger(manager, entryOf('unban', number, subject, points, actedAt));
    await manager.query(recountOpenWeeks(dialectOf(manager)), [subject, actedAt]);
  },
  async revoke(manager, { number, subject, actedAt, wallet, week }) {
    await manager.query(REVOKE, [subject, actedAt, number]);
    // Before the trigger subtracts 1: a final week may not count this proof.
    await manager.query(keepFinalWeek(dialectOf(manager)), [wallet, week, actedAt, 1]);
    expectOneRow(await manager.delete(Referral, { recruit: subject }));
    await reverse(manager, subject, actedAt, (points) => points > 0);
  },
  async unrevoke(manager, { subject, actedAt, wallet, week }) {
    await manager.query(UNREVOKE, [subject]);
    await manager.query(keepFinalWeek(dialectOf(manager)), [wallet, week, actedAt, -1]);
    expectOneRow(await manager.delete(RevokedReferral, { recruit: subject }));
    await reverse(manager, subject, actedAt, (points) => points < 0);
  },
};

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

/** Reverses the latest entry of a recruit if `isMeant` returns true for its points. */
async function reverse(
  manager: EntityManager,
  recruit: string,
  at: string,
  isMeant: (points: number) => boolean,
): Promise<void> {
  const [latest] = await select(manager, entryRow, LATEST_ENTRY, [recruit]);
  if (latest === undefined || !isMeant(latest.points)) return;
  const { number, wallet, points } = latest;
  await addToLedger(manager, entryOf('reversal', number, wallet, -points, at));
}

const entryOf = (
  cause: LedgerEntry['cause'],
  number: number,
  wallet: string,
  points: number,
  recordedAt: string,
) => ({ wallet, cause, reference: String(number), points, recordedAt });

const recruitRow = z.object({ recruit: z.string() });

const RECRUITS_SINCE = `
SELECT recruit FROM referral
WHERE referrer = $1 AND coalesce(proven_at, claimed_at) >= $2
ORDER BY coalesce(proven_at, claimed_at), recruit`;

/** Time after which a transaction takes no further recruits, in milliseconds, so that other writes do not wait long. */
const TURN_MS = 50;

/**
 * Revokes the recruits of a referrer since a time, a few in each transaction, so that visitors can write in between. An
 * interrupted run keeps the finished ones, and each can be undone alone.
 * @param since ISO 8601, UTC
 * @throws Refused if there are no such recruits
 */
export async function revokeSince(
  { reader, writer }: Pick<Database, 'reader' | 'writer'>,
  clock: Clock,
  referrer: string,
  since: string,
  why: string,
): Promise<ActionReport[]> {
  const recruits = await reader.select(recruitRow, RECRUITS_SINCE, [referrer, since]);
  const reports: ActionReport[] = [];
  let done = 0;
  const revokeSome = async (manager: EntityManager): Promise<(ActionReport | null)[]> => {
    await lockPyramid(manager);
    const turn: (ActionReport | null)[] = [];
    const end = performance.now() + TURN_MS;
    for (const { recruit } of recruits.slice(done)) {
      const isItsRecruit = (await findReferral(manager, recruit))?.referrer === referrer;
      turn.push(isItsRecruit ? await carryOut(manager, clock.now(), 'revoke', recruit, why) : null);
      if (performance.now() > end) break;
    }
    return turn;
  };
  await withProgress('Revoking', recruits.length, (onProgress) =>
    writeInTurns(async () => {
      const turn = await writer.write(revokeSome);
      reports.push(...turn.filter((report) => report !== null));
      done += turn.length;
      onProgress(done);
      return done < recruits.length;
    }),
  );
  if (reports.length > 0) return reports;
  throw new Refused(`${referrer}: it has no recruits since ${since}`);
}
