/**
 * A view of the connection that writes, for nobody else to see: what is inserted into it becomes a claim, and its wallets
 * known. So one statement writes what otherwise takes two and a transaction around them.
 */
export const CLAIMS_VIEW = [
  `
CREATE TEMP VIEW claims AS
SELECT recruit, referrer, claimed_at FROM referral WHERE status = 'claimed'`,
  `
CREATE TEMP TRIGGER claims_written INSTEAD OF INSERT ON claims BEGIN
  INSERT INTO wallet (address, joined_at) SELECT NEW.referrer, NEW.claimed_at
  WHERE NOT EXISTS (SELECT 1 FROM wallet WHERE address = NEW.referrer);
  INSERT INTO wallet (address, joined_at) SELECT NEW.recruit, NEW.claimed_at
  WHERE NOT EXISTS (SELECT 1 FROM wallet WHERE address = NEW.recruit);
  INSERT INTO referral (recruit_number, recruit, referrer, status, claimed_at)
  SELECT joined_number, NEW.recruit, NEW.referrer, 'claimed', NEW.claimed_at
  FROM wallet WHERE address = NEW.recruit;
END`,
];

/** Inserts into it; see the dialect. */
export const WRITE_CLAIMS = `
INSERT INTO claims (recruit, referrer, claimed_at)
SELECT value ->> 0, value ->> 1, $2 FROM json_each($1) ORDER BY key`;
