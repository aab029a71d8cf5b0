import type { EntityManager } from 'typeorm';
import { withoutTriggers } from '../../without-triggers.js';
import type { Check } from '../check.js';
import { REPAIR } from '../check.js';
import { lookBySql } from '../sql-check.js';

const NUMBER = '(SELECT joined_number FROM wallet WHERE address = recruit)';

/** In two steps, so that no two rows have the same number in between. */
async function numberAgain(manager: EntityManager): Promise<void> {
  await withoutTriggers(manager, ['referral'], async () => {
    await manager.query(
      `UPDATE referral SET recruit_number = -${NUMBER} WHERE recruit_number <> ${NUMBER}`,
    );
    await manager.query(
      'UPDATE referral SET recruit_number = -recruit_number WHERE recruit_number < 0',
    );
  });
}

export const REFERRALS_ARE_NUMBERED: Check = {
  name: 'Every referral has the number of its recruit',
  look: lookBySql({
    things: 'referrals',
    from: 'referral',
    faults: `
SELECT 'the referral of ' || recruit || ' has the number ' || recruit_number || ', and the recruit has '
  || joined_number AS what
FROM referral JOIN wallet ON address = recruit WHERE recruit_number <> joined_number`,
  }),
  remedy: REPAIR,
  repair: { did: 'gave referrals the numbers of their recruits', run: numberAgain },
};
