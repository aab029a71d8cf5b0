import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Dialect } from '../database/dialect.js';
import { isLeftOutOfWeek, signedWeek } from '../database/objects/recount.js';
import { pagesOf, Reader } from '../database/reader.js';
import { SETTINGS, type Settings } from '../settings.js';
import {
  downloadLineOf,
  downloadRow,
  type DownloadHead,
  type DownloadLine,
} from './proofs.schema.js';

/** Lines that are in memory at a time, for each reader of the stream. */
const PAGE = 500;

/**
 * How far the proofs go, and what the operator has done about them. The numbers start again from those of a backup that
 * was restored; the signature of the last proof and the time of the last action are never the same again.
 */
const stateRow = z.object({
  last: z.int(),
  signature: z.string().nullable(),
  revision: z.int(),
  revisedAt: z.string().nullable(),
});

const NO_PROOFS = { last: 0, signature: null, revision: 0, revisedAt: null };

const row = downloadRow.transform(downloadLineOf);

const IN_PAGE = `proof_number > $1 AND proof_number <= $2 ORDER BY proof_number LIMIT ${PAGE}`;

/** Every number there is has its row. A part of the union ends by itself, or it would be read to its end for each page. */
const lines = (dialect: Dialect): string => `
SELECT number, recruit, referrer, message, signature, "provenAt",
  CASE WHEN ${isLeftOutOfWeek(dialect)} THEN week END AS "leftOutOfWeek", withheld, why, since
FROM (
  SELECT * FROM (
    SELECT proof_number AS number, recruit, referrer, message, signature, proven_at AS "provenAt", week,
      CASE WHEN banned_at IS NOT NULL THEN 'banned' END AS withheld,
      CASE WHEN banned_at IS NOT NULL THEN (
        SELECT why FROM audit_log
        WHERE subject = referrer AND action = 'ban' ORDER BY audit_log.number DESC LIMIT 1) END AS why,
      banned_at AS since
    FROM referral JOIN wallet ON wallet.address = referrer WHERE ${IN_PAGE}) AS current
  UNION ALL SELECT * FROM (
    SELECT proof_number, recruit, referrer, message, signature, proven_at, ${signedWeek(dialect)}, 'revoked', why, revoked_at
    FROM revoked_referral JOIN audit_log ON audit_log.number = action_number WHERE ${IN_PAGE}) AS revoked
  ORDER BY number LIMIT ${PAGE}) AS proof
ORDER BY number`;

const newestOf = (table: string): string => `SELECT * FROM (
    SELECT proof_number, signature FROM ${table} WHERE proof_number IS NOT NULL ORDER BY proof_number DESC LIMIT 1) AS newest_${table}`;

const STATE = `
SELECT coalesce(proof_number, 0) AS last, signature, coalesce(number, 0) AS revision, acted_at AS "revisedAt"
FROM (SELECT 1) AS always
LEFT JOIN (
  ${newestOf('referral')}
  UNION ALL ${newestOf('revoked_referral')}
  ORDER BY proof_number DESC LIMIT 1) AS newest ON true
LEFT JOIN audit_log ON number = (SELECT max(number) FROM audit_log)`;

/** The proofs after a number, as they were when it was asked for. */
export interface Download {
  /** Another one when there are more proofs, the operator has withheld or given back some, or the origins are others. */
  readonly etag: string;
  readonly head: DownloadHead;
  /** The lines after it, read as they are asked for: one for each number. */
  readonly pages: AsyncGenerator<DownloadLine[], void>;
}

@Injectable()
export class ProofsService {
  private readonly origins: string[];
  /** Of the origins, for the ETag. */
  private readonly originsHash: string;

  constructor(
    private readonly reader: Reader,
    @Inject(SETTINGS)
    { publicOrigin, formerOrigins }: Pick<Settings, 'publicOrigin' | 'formerOrigins'>,
  ) {
    this.origins = [publicOrigin, ...formerOrigins];
    this.originsHash = createHash('sha256')
      .update(this.origins.join(' '))
      .digest('hex')
      .slice(0, 8);
  }

  /** What `GET /api/proofs` answers, after the proof with a number; 0 for all. */
  async download(after: number): Promise<Download> {
    const [state = NO_PROOFS] = await this.reader.select(stateRow, STATE);
    const { last, signature, revision, revisedAt } = state;
    const { origins, originsHash } = this;
    return {
      etag: `"${last}-${signature ?? ''}.${revision}-${revisedAt ?? ''}-${originsHash}"`,
      head: { lines: Math.max(0, last - after), origins },
      pages: pagesOf<DownloadLine>((reached) =>
        this.reader.select(row, lines(this.reader.dialect), [reached?.number ?? after, last]),
      ),
    };
  }
}
