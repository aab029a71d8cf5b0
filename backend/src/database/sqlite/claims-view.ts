/**
 * Views of the connection that writes, for nobody else to see: what is inserted into `claims` becomes a claim, and its
 * wallets known. So one statement writes what otherwise takes two and a transaction around them. Nothing in it is
 * inserted from a SELECT, because SQLite would first write that into a table of its own.
 */
export const CLAIMS_VIEW = [
  `
CREATE TEMP VIEW newcomers AS
SELECT address, joined_at FROM wallet`,
  `
CREATE TEMP TRIGGER newcomers_joined INSTEAD OF INSERT ON newcomers
WHEN NOT EXISTS (SELECT 1 FROM wallet WHERE address = NEW.address) BEGIN
  INSERT INTO wallet (address, joined_at) VALUES (NEW.address, NEW.joined_at);
END`,
  `
CREATE TEMP VIEW claims AS
SELECT recruit, referrer, claimed_at FROM referral WHERE status = 'claimed'`,
  `
CREATE TEMP TRIGGER claims_written INSTEAD OF INSERT ON claims BEGIN
  SELECT RAISE(ABORT, 'only a walk up from the referrer tells') FROM wallet
  WHERE address = NEW.recruit AND direct_recruits > 0;
  INSERT INTO newcomers (address, joined_at) VALUES (NEW.referrer, NEW.claimed_at);
  INSERT INTO newcomers (address, joined_at) VALUES (NEW.recruit, NEW.claimed_at);
  INSERT INTO referral (recruit, referrer, status, claimed_at, recruit_number)
  VALUES (NEW.recruit, NEW.referrer, 'claimed', NEW.claimed_at,
    (SELECT joined_number FROM wallet WHERE address = NEW.recruit));
END`,
];

/** Inserts into it; see the dialect. */
export const WRITE_CLAIMS = `
INSERT INTO claims (recruit, referrer, claimed_at)
SELECT value ->> 0, value ->> 1, $2 FROM json_each($1) ORDER BY key`;
