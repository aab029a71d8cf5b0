import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../core/clock.js';
import type { Database } from '../database/database.js';
import { brokenRule } from '../database/faults.js';
import type { Writer } from '../database/writer.js';
import { findLoop } from '../referral/loop.js';
import { endClaim, findReferral, lockWallets } from '../referral/record.js';
import { RevokedReferral } from '../referral/former-referral.entity.js';
import { walletAddressSchema } from '../wallet/address.js';
import { OperatorAction } from '../wallet/operator-action.entity.js';
import { Wallet } from '../wallet/wallet.entity.js';
import { parseTime, parseWallet, parseWords } from './arguments.js';
import { newCommand, Refused } from './command.js';
import { withProgress } from './progress.js';
import { facts } from './table.js';
import { onDatabase } from './with-database.js';

/** What `ban`, `unban`, `revoke` and `unrevoke` print with `--json`. */
export const actionReportSchema = z.strictObject({
  /** Of the row in `operator_action`. */
  number: z.int().positive(),
  action: z.enum(['ban', 'unban', 'revoke', 'unrevoke']),
  subject: walletAddressSchema,
  why: z.string().min(1),
  actedAt: z.iso.datetime(),
  /** Whose points it may have changed. */
  wallet: walletAddressSchema,
  pointsBefore: z.int(),
  points: z.int(),
});

type ActionReport = z.infer<typeof actionReportSchema>;
type Action = ActionReport['action'];

const COMMANDS = [
  ['ban', '<wallet>', 'take a wallet’s points and place; it earns nothing until it is unbanned'],
  ['unban', '<wallet>', 'give a wallet back what its ban took'],
  ['unrevoke', '<recruit>', 'give a recruit back to its referrer, with the points'],
  [
    'revoke',
    '[recruit]',
    'take a recruit from its referrer, with the points; nobody gets it meanwhile',
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
    'it is done, and written down in operator_action',
    'it was refused, and nothing was changed',
  ).argument(subject, 'its address', parseWallet);
  if (action === 'revoke') {
    command
      .option('--of <referrer>', 'in place of a recruit: all that this wallet has got', parseWallet)
      .option('--since <time>', 'from this time on (UTC), as suspects tells it', parseTime);
  }
  return command
    .requiredOption('--why <reason>', 'the reason, which is kept for good (required)', parseWords)
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
  return facts([
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
 * Bans a wallet or revokes a recruit's referral, or takes that back.
 *
 * The database decides, because its rules hold in a shell, too: whether there is something to ban, unban, revoke or
 * unrevoke, and what becomes of points, places and referrals. A row in `operator_action` is the whole action; its
 * triggers refuse it with a sentence, or carry it out. Decided here is only what a trigger cannot do: claims that would
 * keep a proof out are removed before it comes back, and with that, who stands above whom is known, so that a loop is
 * refused by the names of both wallets. That a wallet is unknown is said here, because its points are looked up first.
 * @throws Refused when there is nothing to do it to, or a referrer has come to stand below a recruit that is unrevoked
 */
export function act(
  writer: Writer,
  clock: Clock,
  action: Action,
  subject: string,
  why: string,
): Promise<ActionReport> {
  return writer.write((manager) => carryOut(manager, clock.now(), action, subject, why));
}

async function carryOut(
  manager: EntityManager,
  now: Date,
  action: Action,
  subject: string,
  why: string,
): Promise<ActionReport> {
  const actedAt = now.toISOString();
  const wallet = await prepare(manager, action, subject, now);
  const pointsBefore = await pointsOf(manager, wallet);
  try {
    await manager.insert(OperatorAction, { action, subject, why, actedAt });
  } catch (error) {
    const rule = brokenRule(error);
    throw rule === null ? error : new Refused(`${subject}: ${rule}`, { cause: error });
  }
  const number = (await manager.maximum(OperatorAction, 'number', { subject })) ?? 0;
  const points = await pointsOf(manager, wallet);
  return { number, action, subject, why, actedAt, wallet, pointsBefore, points };
}

/** Does what comes before an action on a wallet, and returns whose points it is about. */
async function prepare(
  manager: EntityManager,
  action: Action,
  subject: string,
  now: Date,
): Promise<string> {
  if (action === 'revoke') return (await findReferral(manager, subject))?.referrer ?? subject;
  if (action === 'unrevoke') return makeWay(manager, subject, now);
  if (await manager.existsBy(Wallet, { address: subject })) return subject;
  throw new Refused(`${subject}: nobody has seen this wallet here`);
}

async function pointsOf(manager: EntityManager, address: string): Promise<number> {
  return (await manager.findOneBy(Wallet, { address }))?.points ?? 0;
}

/** Claims that were made meanwhile do not keep a proof out. */
async function makeWay(manager: EntityManager, recruit: string, now: Date): Promise<string> {
  const revoked = await manager.findOneBy(RevokedReferral, { recruit });
  if (revoked === null) return recruit;
  const { referrer, status } = revoked;
  await lockWallets(manager, revoked);
  const loop = await findLoop(manager, revoked);
  if (loop === null) return referrer;
  if (loop.weakest === undefined || (loop.isMet && status === 'claimed')) {
    throw new Refused(
      `${recruit}: it has come to stand above ${referrer}, and a pyramid must not loop; revoke the referral between them first`,
    );
  }
  await endClaim(manager, loop.weakest, 'displaced', now);
  return referrer;
}

const recruitRow = z.object({ recruit: z.string() });

const RECRUITS_SINCE = `
SELECT recruit FROM referral
WHERE referrer = $1 AND coalesce(proven_at, claimed_at) >= $2
ORDER BY coalesce(proven_at, claimed_at), recruit`;

/**
 * Revokes the recruits that a referrer has got from a time on, one after the other: each is an action of its own, so that
 * what is done when it is interrupted stays done, and each can be taken back alone. Who is no longer its recruit when the
 * turn comes is left alone.
 * @param since ISO 8601, UTC
 * @throws Refused when there is none
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
  await withProgress('Revoking', recruits.length, async (reach) => {
    for (const [index, { recruit }] of recruits.entries()) {
      const report = await writer.write(async (manager) => {
        await lockWallets(manager, { referrer, recruit });
        const isItsRecruit = (await findReferral(manager, recruit))?.referrer === referrer;
        return isItsRecruit ? carryOut(manager, clock.now(), 'revoke', recruit, why) : null;
      });
      if (report !== null) reports.push(report);
      reach(index + 1);
    }
  });
  if (reports.length > 0) return reports;
  throw new Refused(`${referrer}: it has no recruits since ${since}`);
}
