import { z } from 'zod';
import { select } from '../../database/reader.js';
import { DERIVED_COLUMNS } from '../../database/objects/recount.js';
import { Referral } from '../../referral/referral.entity.js';
import { hasDeclined } from '../../referral/rules.js';
import { Wallet } from '../../wallet/wallet.entity.js';
import { checkWallets, counted, lookBySql, type Check } from '../check.js';
import { findCycles } from '../../verify/audit.js';

const referralRow = z.object({ recruit: z.string(), referrer: z.string() });

/** Selects the referrals in or below a cycle: a walk down from the wallets without a referrer does not reach them. */
const BELOW_NO_TOP = `
WITH RECURSIVE reached (wallet) AS (
  SELECT DISTINCT below.referrer FROM referral AS below LEFT JOIN referral AS above ON above.recruit = below.referrer
  WHERE above.recruit IS NULL
  UNION ALL
  SELECT referral.recruit FROM reached JOIN referral ON referral.referrer = reached.wallet)
SELECT recruit, referrer FROM referral LEFT JOIN reached ON reached.wallet = recruit
WHERE reached.wallet IS NULL`;

const { direct_recruits: DIRECT, proven_recruits: PROVEN } = DERIVED_COLUMNS;

export const REFERRAL_CHECKS: readonly Check[] = [
  {
    name: 'Every row belongs to an existing wallet',
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
FROM ${table} WHERE ${column} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM wallet WHERE address = ${table}.${column})`,
      );
      const noun = ['reference to a wallet', 'references to wallets'] as const;
      return lookBySql(noun, `(${rows.join(' UNION ALL ')})`, faults.join('\nUNION ALL'))(context);
    },
    remedy: 'restore a backup that has the wallet',
  },
  {
    name: 'No wallet is its own ancestor',
    look: async ({ manager }) => {
      const rows = await select(manager, referralRow, BELOW_NO_TOP);
      const cycles = findCycles(new Map(rows.map(({ recruit, referrer }) => [recruit, referrer])));
      return {
        looked: counted(await manager.count(Referral), ['referral', 'referrals']),
        faults: cycles.map((wallet) => `${wallet} is its own ancestor`),
      };
    },
    remedy: 'revoke one recruit of each cycle: revoke RECRUIT --why …',
  },
  {
    name: 'No wallet that has declined is claimed',
    look: lookBySql(
      ['claim', 'claims'],
      `(SELECT recruit FROM referral WHERE status = 'claimed')`,
      `
SELECT recruit || ' has declined, but is claimed by ' || referrer AS what
FROM referral WHERE status = 'claimed' AND ${hasDeclined('referral.recruit')}`,
    ),
    remedy: 'ask the owner of the wallet to decline again, or restore an older backup',
  },
  checkWallets(
    'Recruits of wallets match the referrals',
    ['direct_recruits', 'proven_recruits'],
    `address || ' has ' || direct_recruits || ' recruits, ' || proven_recruits
  || ' of them proven, but the referrals make ' || ${DIRECT} || ' and ' || ${PROVEN}`,
    'recounted the recruits of wallets',
  ),
];
