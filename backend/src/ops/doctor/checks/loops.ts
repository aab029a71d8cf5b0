import { z } from 'zod';
import { select } from '../../../database/reader.js';
import { findLoops } from '../../verify/loops.js';
import type { Check, Findings, Patient } from '../check.js';
import { findingsOf } from '../check.js';

const countRow = z.object({ count: z.int() });
const referralRow = z.object({ recruit: z.string(), referrer: z.string() });

const COUNT = 'SELECT count(*) AS count FROM referral';

/** Referrals that no walk down from a top comes to: those of loops, and all below them. */
const BELOW_NO_TOP = `
WITH RECURSIVE reached (wallet) AS (
  SELECT DISTINCT below.referrer FROM referral AS below LEFT JOIN referral AS above ON above.recruit = below.referrer
  WHERE above.recruit IS NULL
  UNION ALL
  SELECT referral.recruit FROM reached JOIN referral ON referral.referrer = reached.wallet)
SELECT recruit, referrer FROM referral LEFT JOIN reached ON reached.wallet = recruit
WHERE reached.wallet IS NULL`;

export const NO_LOOPS: Check = {
  name: 'No wallet stands above itself',
  look: lookForLoops,
  remedy: 'revoke one recruit of each loop: revoke RECRUIT --why …',
  repair: null,
};

async function lookForLoops({ manager }: Patient): Promise<Findings> {
  const [counted] = await select(manager, countRow, COUNT);
  const suspects = await select(manager, referralRow, BELOW_NO_TOP);
  const loops = findLoops(new Map(suspects.map(({ recruit, referrer }) => [recruit, referrer])));
  return findingsOf(
    `${(counted?.count ?? 0).toLocaleString('en')} referrals`,
    loops.map((wallet) => `${wallet} stands above itself`),
  );
}
