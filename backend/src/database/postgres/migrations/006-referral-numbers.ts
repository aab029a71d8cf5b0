import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refusals, trigger } from './001-pyramid/triggers.js';

const COMMENT = 'joined_number of the recruit; given by a trigger';

const NUMBER_ROWS = `
UPDATE referral SET recruit_number = joined_number FROM wallet WHERE address = recruit`;

/** A recruit who is not in wallet is refused after it. */
const NUMBERED = `
DECLARE
  number CONSTANT bigint := (SELECT joined_number FROM wallet WHERE address = NEW.recruit);
BEGIN
  IF NEW.recruit_number IS NULL OR (NEW.recruit <> OLD.recruit AND NEW.recruit_number = OLD.recruit_number) THEN
    NEW.recruit_number := number;
  END IF;
${refusals([
  [
    'NEW.recruit_number <> number',
    'recruit_number is the joined_number of the recruit: leave it out',
  ],
])}
  RETURN NEW;
END`;

/** Has a referral found by the recruit's number too, as SQLite finds it. */
export class ReferralNumbers1795860000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [
      'ALTER TABLE referral ADD COLUMN recruit_number bigint',
      `COMMENT ON COLUMN referral.recruit_number IS '${COMMENT}'`,
      'ALTER TABLE referral DISABLE TRIGGER USER',
      NUMBER_ROWS,
      'ALTER TABLE referral ENABLE TRIGGER USER',
      'ALTER TABLE referral ALTER COLUMN recruit_number SET NOT NULL',
      'CREATE UNIQUE INDEX "referral_by_recruit_number" ON referral (recruit_number)',
      ...trigger(
        'referral_recruit_numbered',
        'BEFORE INSERT OR UPDATE OF recruit, recruit_number ON referral FOR EACH ROW',
        NUMBERED,
      ),
    ]) {
      await runner.query(sql.trim());
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER "referral_recruit_numbered" ON referral');
    await runner.query('DROP FUNCTION "referral_recruit_numbered"');
    await runner.query('ALTER TABLE referral DROP COLUMN recruit_number');
  }
}
