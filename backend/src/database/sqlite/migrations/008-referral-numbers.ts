import type { MigrationInterface, QueryRunner } from 'typeorm';
import { z } from 'zod';
import { FACTS, OTHER_FACT_COLUMNS, factRules } from './003-operator-actions/referral.js';
import { refuse, refuseAll } from './003-operator-actions/rules.js';

const REFERRAL = `
CREATE TABLE "referral" (
  -- The referrals that count. One that the operator revokes is moved to revoked_referral.
  "recruit" varchar NOT NULL,${OTHER_FACT_COLUMNS},
  "recruit_number" integer PRIMARY KEY NOT NULL, -- joined_number of the recruit, so a recruit has one referrer; given by triggers${factRules('referral')}
)`;

const ROWS = `
INSERT INTO referral (recruit_number, ${FACTS})
SELECT joined_number, ${FACTS} FROM old_referral LEFT JOIN wallet ON address = recruit ORDER BY joined_number`;

const INDEXES = [
  'CREATE INDEX "referral_by_referrer" ON referral (referrer, claimed_at)',
  'CREATE UNIQUE INDEX "referral_by_proof_number" ON referral (proof_number) WHERE proof_number IS NOT NULL',
];

const NUMBER = '(SELECT joined_number FROM wallet WHERE address = NEW.recruit)';

const numbered = (event: string, index: number): string => `
CREATE TRIGGER "referral_numbered_${index}" AFTER ${event} ON referral WHEN NEW.recruit_number IS NOT ${NUMBER} BEGIN
  UPDATE referral SET recruit_number = ${NUMBER} WHERE recruit_number = NEW.recruit_number;
END`;

const WRONG_NUMBER = 'recruit_number is the joined_number of the recruit: leave it out';

/** A number that is left out is -1 until the row is in. */
const NUMBERED = [
  refuse(
    'referral_number_refused_1',
    'INSERT ON referral',
    `NEW.recruit_number <> -1 AND NEW.recruit_number IS NOT ${NUMBER}`,
    WRONG_NUMBER,
  ),
  refuse(
    'referral_number_refused_2',
    'UPDATE OF recruit_number ON referral',
    `NEW.recruit_number IS NOT ${NUMBER}`,
    WRONG_NUMBER,
  ),
  numbered('INSERT', 1),
  numbered('UPDATE OF recruit', 2),
];

/** Who has recruited nobody cannot stand above anybody, so then the walk up is spared. */
const loopRefused = (event: string, index: number): string => `
CREATE TRIGGER "referral_loop_refused_${index}" AFTER ${event} ON referral
WHEN EXISTS (SELECT 1 FROM wallet WHERE address = NEW.recruit AND direct_recruits > 0) AND NEW.recruit IN (
  WITH RECURSIVE above (address) AS (
    SELECT NEW.referrer
    UNION SELECT referral.referrer
    FROM above JOIN wallet ON wallet.address = above.address JOIN referral ON recruit_number = joined_number)
  SELECT address FROM above)
BEGIN SELECT RAISE(ABORT, 'the recruit stands above the referrer: a pyramid must not loop'); END`;

const factsOf = (row: string): string => FACTS.replaceAll(/\w+/g, `${row}.$&`);

/** The row may not have its number yet. */
const rewarded = (event: string, when: string, index: number): string => `
CREATE TRIGGER "referral_rewarded_${index}" AFTER ${event} ON referral
WHEN ${when} BEGIN
  INSERT INTO points_entry (wallet, cause, reference, points, total, recorded_at)
  SELECT address, 'recruit', NEW.recruit, 1000, points + 1000, NEW.proven_at
  FROM wallet WHERE address = NEW.referrer;
  UPDATE referral SET proof_number = 1 + max(
    (SELECT coalesce(max(proof_number), 0) FROM referral WHERE proof_number IS NOT NULL),
    (SELECT coalesce(max(proof_number), 0) FROM revoked_referral))
  WHERE recruit_number IN (NEW.recruit_number, ${NUMBER}) AND recruit = NEW.recruit;
END`;

/** Spelled out, because SQLite would first write a list of addresses into a table of its own. */
const isStranger = (address: string): string =>
  `NOT EXISTS (SELECT 1 FROM wallet WHERE address = ${address})`;

/** In place of those of the same names. */
const CHANGED = [
  ...refuseAll(
    'referral_strangers_refused',
    ['INSERT ON referral', 'UPDATE OF recruit, referrer ON referral'],
    `(${isStranger('NEW.recruit')} OR ${isStranger('NEW.referrer')}) AND NEW.recruit <> NEW.referrer`,
    'both wallets of a referral must be in wallet',
  ),
  loopRefused('INSERT', 1),
  loopRefused('UPDATE OF recruit, referrer', 2),
  rewarded('INSERT', "NEW.status = 'proven' AND NEW.proof_number IS NULL", 1),
  rewarded('UPDATE OF status', "NEW.status = 'proven' AND OLD.status = 'claimed'", 2),
  refuse(
    'referral_proof_kept_2',
    'UPDATE ON referral',
    `OLD.proof_number IS NOT NULL AND (NEW.recruit_number = OLD.recruit_number
  OR (${factsOf('OLD')}) IS NOT (${factsOf('NEW')}))`,
    'a proven referral is final, and the ledger has its points',
  ),
  `
CREATE TRIGGER "wallet_starts_with_nothing" AFTER INSERT ON wallet
WHEN NEW.direct_recruits <> 0 OR NEW.points <> 0 OR NEW.banned_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a wallet starts with nothing: recruits follow from referral, points from points_entry, bans from operator_action'); END`,
];

/** Has OR REPLACE remove no wallet, so that one that is inserted has nothing yet, and nobody has to look for it. */
const NOT_REPLACED = refuse(
  'wallet_not_replaced_by_insert',
  'INSERT ON wallet',
  'EXISTS (SELECT 1 FROM wallet WHERE address = NEW.address)',
  'the address is in wallet already',
);

/** Triggers and views that have to do with the table. */
const DEPENDENTS = `
SELECT type, name, sql FROM sqlite_master
WHERE type IN ('trigger', 'view') AND (tbl_name = 'referral' OR sql GLOB '*[^_]referral[^_]*')`;

const dependentRow = z.object({ type: z.string(), name: z.string(), sql: z.string() });

/** The same statement, if it finds a referral by the address of the recruit, by the number. */
function foundByNumber(sql: string): string {
  return sql
    .replaceAll(
      /DELETE FROM referral WHERE recruit = (\S+);/g,
      'DELETE FROM referral WHERE recruit_number = (SELECT joined_number FROM wallet WHERE address = $1);',
    )
    .replaceAll(
      /FROM referral\s+WHERE recruit = /g,
      'FROM wallet JOIN referral ON recruit_number = joined_number WHERE address = ',
    );
}

/**
 * Has a referral found by a number that grows, where it was found by an address: a million of those in an index are
 * written all over it.
 */
export class ReferralNumbers1795860000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const dependents = z.array(dependentRow).parse(await runner.query(DEPENDENTS));
    const isChanged = (name: string): boolean => CHANGED.some((sql) => sql.includes(`"${name}"`));
    const kept = dependents.filter(({ name }) => !isChanged(name));
    for (const sql of [
      ...dependents.map(({ type, name }) => `DROP ${type} "${name}"`),
      'DROP INDEX referral_by_referrer',
      'DROP INDEX referral_by_proof_number',
      'ALTER TABLE referral RENAME TO old_referral',
      REFERRAL,
      ROWS,
      'DROP TABLE old_referral',
      ...INDEXES,
      ...kept.map(({ sql }) => foundByNumber(sql)),
      ...CHANGED,
      ...NUMBERED,
      NOT_REPLACED,
    ]) {
      await runner.query(sql.trim());
    }
  }

  down(): Promise<void> {
    return Promise.reject(
      new Error('The version before has other keys: restore a backup from before instead.'),
    );
  }
}
