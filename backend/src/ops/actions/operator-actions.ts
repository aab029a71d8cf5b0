import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { Clock } from '../../core/clock.js';
import { brokenRule } from '../../database/faults.js';
import { select } from '../../database/reader.js';
import type { Writer } from '../../database/writer.js';
import { lockWallets } from '../../referral/lock-wallets.js';
import { closesLoop, closesProvenLoop, findClaimInTheWay } from '../../referral/loop.js';
import { referralStatusSchema } from '../../referral/referral.schema.js';
import { deleteReferral, findReferral } from '../../referral/referral-store.js';
import { Refused } from '../command.js';
import { OperatorAction } from './operator-action.entity.js';

/** Something that the operator did, and what it came to. */
export interface ActionOutcome extends OperatorAction {
  /** Whose points it may have changed. */
  readonly wallet: string;
  readonly pointsBefore: number;
  readonly points: number;
}

const revokedReferralRow = z.object({ referrer: z.string(), status: referralStatusSchema });
const REVOKED_REFERRAL = 'SELECT referrer, status FROM revoked_referral WHERE recruit = $1';

const pointsRow = z.object({ points: z.int() });
const POINTS = 'SELECT points FROM wallet WHERE address = $1';

const actionRow = z.object({ number: z.int() });
const LAST_ACTION = 'SELECT max(number) AS number FROM operator_action WHERE subject = $1';

/**
 * Bans wallets and revokes referrals, and takes that back.
 *
 * The database decides, because its rules hold in a shell, too: whether there is something to ban, unban, revoke or
 * unrevoke, and what becomes of points, places and referrals. A row in `operator_action` is the whole action; its
 * triggers refuse it with a sentence, or carry it out. Decided here is only what a trigger cannot do: claims that would
 * keep a proof out are removed before it comes back, and with that, who stands above whom is known, so that a loop is
 * refused by the names of both wallets. That a wallet is unknown is said here, because its points are looked up first.
 */
export class OperatorActions {
  constructor(
    private readonly writer: Writer,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes a wallet's points and its place; it earns nothing until it is unbanned.
   * @throws Refused when it is banned already, or nobody has seen it
   */
  async ban(wallet: string, why: string): Promise<ActionOutcome> {
    return this.act('ban', wallet, why, (manager) => refuseUnknown(manager, wallet));
  }

  /**
   * Gives a wallet back what its ban took.
   * @throws Refused when it is not banned, or nobody has seen it
   */
  async unban(wallet: string, why: string): Promise<ActionOutcome> {
    return this.act('unban', wallet, why, (manager) => refuseUnknown(manager, wallet));
  }

  /**
   * Takes a recruit from its referrer, with the points; nobody gets it meanwhile.
   * @throws Refused when it has no referral that counts
   */
  async revoke(recruit: string, why: string): Promise<ActionOutcome> {
    return this.act('revoke', recruit, why, async (manager) => {
      const referral = await findReferral(manager, recruit);
      return referral?.referrer ?? recruit;
    });
  }

  /**
   * Gives a recruit back to its referrer, with the points. Claims that were made meanwhile do not keep a proof out.
   * @throws Refused when it has no revoked referral, or the referrer has come to stand below it
   */
  async unrevoke(recruit: string, why: string): Promise<ActionOutcome> {
    return this.act('unrevoke', recruit, why, async (manager) => {
      const [referral] = await select(manager, revokedReferralRow, REVOKED_REFERRAL, [recruit]);
      if (referral === undefined) return recruit;
      await makeWay(manager, recruit, referral);
      return referral.referrer;
    });
  }

  /** @param prepare returns whose points the action is about */
  private async act(
    action: OperatorAction['action'],
    subject: string,
    why: string,
    prepare: (manager: EntityManager) => Promise<string>,
  ): Promise<ActionOutcome> {
    const actedAt = this.clock.now().toISOString();
    return this.writer.write(async (manager) => {
      const wallet = await prepare(manager);
      const pointsBefore = (await findPoints(manager, wallet)) ?? 0;
      try {
        await manager.insert(OperatorAction, { action, subject, why, actedAt });
      } catch (error) {
        const rule = brokenRule(error);
        throw rule === null ? error : new Refused(`${subject}: ${rule}`, { cause: error });
      }
      const [last] = await select(manager, actionRow, LAST_ACTION, [subject]);
      const points = (await findPoints(manager, wallet)) ?? 0;
      const number = last?.number ?? 0;
      return { number, action, subject, why, actedAt, wallet, pointsBefore, points };
    });
  }
}

/** Those of a wallet; null when nobody has seen it. */
async function findPoints(manager: EntityManager, wallet: string): Promise<number | null> {
  const [row] = await select(manager, pointsRow, POINTS, [wallet]);
  return row?.points ?? null;
}

async function refuseUnknown(manager: EntityManager, wallet: string): Promise<string> {
  if ((await findPoints(manager, wallet)) !== null) return wallet;
  throw new Refused(`${wallet}: nobody has seen this wallet here`);
}

async function makeWay(
  manager: EntityManager,
  recruit: string,
  { referrer, status }: z.infer<typeof revokedReferralRow>,
): Promise<void> {
  await lockWallets(manager, [{ referrer, recruit }]);
  const loops = status === 'proven' ? closesProvenLoop : closesLoop;
  if (await loops(manager, referrer, recruit)) {
    throw new Refused(
      `${recruit}: it has come to stand above ${referrer}, and a pyramid must not loop; revoke the referral between them first`,
    );
  }
  const claimInTheWay = await findClaimInTheWay(manager, referrer, recruit);
  if (claimInTheWay !== null) await deleteReferral(manager, claimInTheWay);
}
