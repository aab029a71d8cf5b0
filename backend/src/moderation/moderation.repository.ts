import { Injectable } from '@nestjs/common';
import { EntityManager, Repository } from 'typeorm';
import { dialectOf } from '../database/dialect.js';
import { keepFinalWeek, recountOpenWeeks } from '../database/objects/recount.js';
import { RevokedReferral } from '../referral/revoked-referral.entity.js';

const FACTS = 'recruit, referrer, status, claimed_at, proven_at, log_index, week';

const REVOKE = `
INSERT INTO revoked_referral (${FACTS}, revoked_at, action_number)
SELECT ${FACTS}, CAST($2 AS varchar), CAST($3 AS integer) FROM referral WHERE recruit = $1`;

const RESTORE = `
INSERT INTO referral (${FACTS}) SELECT ${FACTS} FROM revoked_referral WHERE recruit = $1`;

@Injectable()
export class ModerationRepository extends Repository<RevokedReferral> {
  private readonly dialect = dialectOf(this.manager);

  constructor(manager: EntityManager) {
    super(RevokedReferral, manager, manager.queryRunner);
  }

  async addRevokedReferral(recruit: string, revokedAt: string, action: number): Promise<void> {
    await this.manager.query(REVOKE, [recruit, revokedAt, action]);
  }

  async restoreReferral(recruit: string): Promise<void> {
    await this.manager.query(RESTORE, [recruit]);
  }

  /**
   * Adds `change` to the referrer's recruits of a week, if the week is final at the time `at` and the referrer is not
   * banned. This undoes the count of the trigger when a proof is revoked or restored, so that the week does not change.
   */
  async keepFinalWeek(
    referrer: string,
    week: string | null,
    at: string,
    change: 1 | -1,
  ): Promise<void> {
    await this.manager.query(keepFinalWeek(this.dialect), [referrer, week, at, change]);
  }

  /** Recounts the weeks of a wallet that are not final at the time `at`. */
  async recountOpenWeeks(wallet: string, at: string): Promise<void> {
    await this.manager.query(recountOpenWeeks(this.dialect), [wallet, at]);
  }
}
