import { z } from 'zod';
import { select } from '../../../database/reader.js';
import { hasDeclined } from '../../../database/schema/former-referral.js';
import { Wallet } from '../../../wallet/wallet.entity.js';
import { checkWallets, counted, lookBySql, type Check } from '../check.js';
import { countRows, withoutTriggers } from '../../rows.js';
import { findLoops } from '../../verify/audit.js';

const NUMBER = '(SELECT joined_number FROM wallet WHERE address = recruit)';

const referralRow = z.object({ recruit: z.string(), referrer: z.string() });

/** Referrals that no walk down from a top comes to: those of loops, and all below them. */
const BELOW_NO_TOP = `
WITH RECURSIVE reached (wallet) AS (
  SELECT DISTINCT below.referrer FROM referral AS below LEFT JOIN referral AS above ON above.recruit = below.referrer
  WHERE above.recruit IS NULL
  UNION ALL
  SELECT referral.recruit FROM reached JOIN referral ON referral.referrer = reached.wallet)
SELECT recruit, referrer FROM referral LEFT JOIN reached ON reached.wallet = recruit
WHERE reached.wallet IS NULL`;

const DIRECT = '(SELECT count(*) FROM referral WHERE referrer = wallet.address)';
const PROVEN = `(SELECT count(*) FROM referral WHERE referrer = wallet.address AND status = 'proven')`;

/** What a later one counts, an earlier one has made sure of. */
export const REFERRAL_CHECKS: readonly Check[] = [
  {
    name: 'Every row belongs to a wallet that is there',
    look: (context) => {
      const references = context.manager.connection.entityMetadatas.flatMap((entity) =>
        entity.foreignKeys
          .filter(({ referencedEntityMetadata: { target } }) => target === Wallet)
          .flatMap(({ columnNames }) => columnNames)
          .map((column) => ({ table: entity.tableName, column })),
      );
      const rows = references.map(({ table, column }) => `SELECT ${column} FROM ${table}`);
      const faults = references.map(
        ({ table, column }) => `
SELECT '${table}: the ${column} ' || ${table}.${column} || ' is not in wallet' AS what
FROM ${table} WHERE NOT EXISTS (SELECT 1 FROM wallet WHERE address = ${table}.${column})`,
      );
      const noun = ['name of a wallet', 'names of wallets'] as const;
      return lookBySql(noun, `(${rows.join(' UNION ALL ')})`, faults.join('\nUNION ALL'))(context);
    },
    remedy: 'restore a backup that has the wallet',
  },
  {
    name: 'Every referral has the number of its recruit',
    look: lookBySql(
      ['referral', 'referrals'],
      'referral',
      `
SELECT 'the referral of ' || recruit || ' has the number ' || recruit_number || ', and the recruit has '
  || joined_number AS what
FROM referral JOIN wallet ON address = recruit WHERE recruit_number <> joined_number`,
    ),
    repair: {
      did: 'gave referrals the numbers of their recruits',
      run: (manager) =>
        withoutTriggers(manager, ['referral'], async () => {
          // In two steps, so that no two rows have the same number in between.
          await manager.query(
            `UPDATE referral SET recruit_number = -${NUMBER} WHERE recruit_number <> ${NUMBER}`,
          );
          await manager.query(
            'UPDATE referral SET recruit_number = -recruit_number WHERE recruit_number < 0',
          );
        }),
    },
  },
  {
    name: 'No wallet stands above itself',
    look: async ({ manager }) => {
      const rows = await select(manager, referralRow, BELOW_NO_TOP);
      const loops = findLoops(new Map(rows.map(({ recruit, referrer }) => [recruit, referrer])));
      return {
        looked: counted(await countRows(manager, 'referral'), ['referral', 'referrals']),
        faults: loops.map((wallet) => `${wallet} stands above itself`),
      };
    },
    remedy: 'revoke one recruit of each loop: revoke RECRUIT --why …',
  },
  {
    name: 'Nobody is claimed who has declined',
    look: lookBySql(
      ['claim', 'claims'],
      `(SELECT recruit FROM referral WHERE status = 'claimed')`,
      `
SELECT recruit || ' has declined, and is claimed by ' || referrer AS what
FROM referral WHERE status = 'claimed' AND ${hasDeclined('referral.recruit')}`,
    ),
    remedy: 'have its owner decline again, or restore a backup from before',
  },
  checkWallets(
    'Recruits of wallets are those of the referrals',
    { direct_recruits: DIRECT, proven_recruits: PROVEN },
    `address || ' has ' || direct_recruits || ' recruits, ' || proven_recruits
  || ' of them proven, and the referrals make ' || ${DIRECT} || ' and ' || ${PROVEN}`,
    'counted the recruits of wallets again',
  ),
];
