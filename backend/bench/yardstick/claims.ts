import type { Connection } from './connection.js';

const WALK = `
WITH RECURSIVE ancestor (address) AS (
  SELECT ?
  UNION
  SELECT referral.referrer FROM ancestor JOIN referral ON referral.recruit = ancestor.address
) SELECT 1 FROM ancestor WHERE address = ?`;

/** A status of HTTP, and what to say with it. */
export interface Answer {
  readonly status: number;
  readonly body: object;
}

/** Records claims as one writes it down by hand: a transaction each, one after the other. */
export class Claims {
  private last: Promise<unknown> = Promise.resolve();
  private readonly begin;
  private readonly commit;
  private readonly rollback;
  private readonly existing;
  private readonly walk;
  private readonly join;
  private readonly insert;
  private readonly count;

  constructor(connection: Connection) {
    this.begin = connection.prepare('BEGIN IMMEDIATE');
    this.commit = connection.prepare('COMMIT');
    this.rollback = connection.prepare('ROLLBACK');
    this.existing = connection.prepare<{ referrer: string; status: string }>(
      'SELECT referrer, status FROM referral WHERE recruit = ?',
    );
    this.walk = connection.prepare(WALK);
    this.join = connection.prepare(
      'INSERT OR IGNORE INTO wallet (address, joined_at) VALUES (?, ?), (?, ?)',
    );
    this.insert = connection.prepare(
      "INSERT INTO referral (recruit, referrer, status, claimed_at) VALUES (?, ?, 'claimed', ?)",
    );
    this.count = connection.prepare(
      'UPDATE wallet SET direct_recruits = direct_recruits + 1 WHERE address = ?',
    );
  }

  /** Answers once the claim is on the disk, or refused. */
  async record(referrer: string, recruit: string): Promise<Answer> {
    if (referrer === recruit) return { status: 422, body: { message: 'own link' } };
    const answer = this.last.then(() => this.inTransaction(referrer, recruit));
    this.last = answer.catch(() => undefined);
    return answer;
  }

  private async inTransaction(referrer: string, recruit: string): Promise<Answer> {
    await this.begin.run();
    try {
      const answer = await this.decide(referrer, recruit);
      await this.commit.run();
      return answer;
    } catch (error) {
      await this.rollback.run();
      throw error;
    }
  }

  private async decide(referrer: string, recruit: string): Promise<Answer> {
    const [existing] = await this.existing.all(recruit);
    if (existing !== undefined) {
      if (existing.referrer !== referrer) return { status: 409, body: { message: 'taken' } };
      return { status: 200, body: { ...existing, recruit } };
    }
    if ((await this.walk.all(referrer, recruit)).length > 0) {
      return { status: 422, body: { message: 'loop' } };
    }
    const now = new Date().toISOString();
    await this.join.run(referrer, now, recruit, now);
    await this.insert.run(recruit, referrer, now);
    await this.count.run(referrer);
    return { status: 201, body: { status: 'claimed', referrer, recruit } };
  }
}
