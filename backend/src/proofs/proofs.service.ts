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

/** Lines in memory per reader. */
const PAGE = 500;

/**
 * ETag inputs: the last proof and the last operator action. Numbers repeat after a restore, but the signature and the
 * time never do.
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

/** One row per number. LIMITs inside the union, or SQLite would read each part to its end for each page. */
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

/** A download of the proofs above a number. */
export interface Download {
  /** Changes with new proofs, operator actions and origins. */
  readonly etag: string;
  readonly head: DownloadHead;
  /** One line per number, read on demand. */
  readonly pages: AsyncGenerator<DownloadLine[], void>;
}

@Injectable()
export class ProofsService {
  private readonly origins: string[];
  /** Part of the ETag. */
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

  /** Returns the answer of `GET /api/proofs` after a number; 0 for all. */
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
