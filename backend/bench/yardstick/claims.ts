import type { Connection } from './database.js';

const WALK = `
WITH RECURSIVE ancestor (address) AS (
  SELECT ?
  UNION
  SELECT referral.referrer FROM ancestor JOIN referral ON referral.recruit = ancestor.address
) SELECT 1 FROM ancestor WHERE address = ?`;

interface Answer {
  readonly status: number;
  readonly body: object;
}

/** Returns a function that records a claim in a durable transaction of its own. */
export function recordClaims({ prepare }: Connection) {
  const begin = prepare('BEGIN IMMEDIATE');
  const commit = prepare('COMMIT');
  const rollback = prepare('ROLLBACK');
  const find = prepare<{ referrer: string; status: string }>(
    'SELECT referrer, status FROM referral WHERE recruit = ?',
  );
  const walk = prepare(WALK);
  const join = prepare('INSERT OR IGNORE INTO wallet (address, joined_at) VALUES (?, ?), (?, ?)');
  const insert = prepare(
    "INSERT INTO referral (recruit, referrer, status, claimed_at) VALUES (?, ?, 'claimed', ?)",
  );
  const count = prepare(
    'UPDATE wallet SET direct_recruits = direct_recruits + 1 WHERE address = ?',
  );

  const decide = async (referrer: string, recruit: string): Promise<Answer> => {
    const [existing] = await find(recruit);
    if (existing !== undefined) {
      if (existing.referrer !== referrer) return { status: 409, body: { message: 'taken' } };
      return { status: 200, body: { ...existing, recruit } };
    }
    if ((await walk(referrer, recruit)).length > 0) {
      return { status: 422, body: { message: 'loop' } };
    }
    const now = new Date().toISOString();
    await join(referrer, now, recruit, now);
    await insert(recruit, referrer, now);
    await count(referrer);
    return { status: 201, body: { status: 'claimed', referrer, recruit } };
  };
  const decideInTransaction = async (referrer: string, recruit: string): Promise<Answer> => {
    await begin();
    try {
      const answer = await decide(referrer, recruit);
      await commit();
      return answer;
    } catch (error) {
      await rollback();
      throw error;
    }
  };

  let last: Promise<unknown> = Promise.resolve();
  return async (referrer: string, recruit: string): Promise<Answer> => {
    if (referrer === recruit) return { status: 422, body: { message: 'own link' } };
    const answer = last.then(() => decideInTransaction(referrer, recruit));
    last = answer.catch(() => undefined);
    return answer;
  };
}
