import { Injectable } from '@nestjs/common';
import { keepFinalWeek, recountOpenWeeks } from '../database/objects/recount.js';
import { repositoryOf } from '../database/repository.js';
import { RevokedReferral } from '../referral/revoked-referral.entity.js';

const FACTS = 'recruit, referrer, status, claimed_at, proven_at, log_index, week';

const REVOKE = `
INSERT INTO revoked_referral (${FACTS}, revoked_at, action_number)
SELECT ${FACTS}, CAST($2 AS varchar), CAST($3 AS integer) FROM referral WHERE recruit = $1`;

const RESTORE = `
INSERT INTO referral (${FACTS}) SELECT ${FACTS} FROM revoked_referral WHERE recruit = $1`;

@Injectable()
export class ModerationRepository extends repositoryOf(RevokedReferral) {
  async addRevokedReferral(recruit: string, revokedAt: string, action: number): Promise<void> {
    await this.manager.query(REVOKE, [recruit, revokedAt, action]);
  }

  async restoreReferral(recruit: string): Promise<void> {
    await this.manager.query(RESTORE, [recruit]);
  }

  async keepFinalWeek(
    referrer: string,
    week: string | null,
    at: string,
    change: 1 | -1,
  ): Promise<void> {
    await this.manager.query(keepFinalWeek(this.dialect), [referrer, week, at, change]);
  }

  async recountOpenWeeks(wallet: string, at: string): Promise<void> {
    await this.manager.query(recountOpenWeeks(this.dialect), [wallet, at]);
  }
}
