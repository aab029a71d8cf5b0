import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { pagesOf, Reader } from '../database/reader.js';
import type { ProofLine, ProofRow } from './proofs.schema.js';
import { PROOF_COLUMNS, lineOf, proofRow } from './proofs.schema.js';

/** Proofs that are in memory at a time, for each reader of the stream. */
const PAGE = 500;

const stateRow = z.object({
  last: z.int(),
  signature: z.string().nullable(),
  revision: z.int(),
  revisedAt: z.string().nullable(),
});

/**
 * How far the proofs go, and what the operator has done about them. The numbers start again from those of a backup that
 * was restored; the signature of the last proof and the time of the last action are never the same again.
 */
export type ProofsState = z.infer<typeof stateRow>;

const NO_PROOFS: ProofsState = { last: 0, signature: null, revision: 0, revisedAt: null };

const PROOFS = `
SELECT ${PROOF_COLUMNS}
FROM referral JOIN wallet ON wallet.address = referrer AND wallet.banned_at IS NULL
WHERE proof_number > $1 AND proof_number <= $2 ORDER BY proof_number LIMIT ${PAGE}`;

const STATE = `
SELECT coalesce(proof_number, 0) AS last, signature, coalesce(number, 0) AS revision, acted_at AS "revisedAt"
FROM (SELECT 1) AS always
LEFT JOIN referral ON proof_number = (SELECT max(proof_number) FROM referral WHERE proof_number IS NOT NULL)
LEFT JOIN operator_action ON number = (SELECT max(number) FROM operator_action)`;

@Injectable()
export class ProofsService {
  constructor(private readonly reader: Reader) {}

  /** The last proof and the operator's last action; their numbers are 0 when there is none. */
  async state(): Promise<ProofsState> {
    const [state = NO_PROOFS] = await this.reader.select(stateRow, STATE);
    return state;
  }

  /** The proofs that count after one, up to and with another, as JSON lines, page by page as they are asked for. */
  async *lines(after: number, last: number): AsyncGenerator<string, void> {
    for await (const page of this.pages(after, last)) {
      yield page.map((proof) => `${JSON.stringify(proof)}\n`).join('');
    }
  }

  /** The same, not spelled out yet. */
  async *pages(after: number, last: number): AsyncGenerator<ProofLine[], void> {
    const pages = pagesOf<ProofRow>((reached) =>
      this.reader.select(proofRow, PROOFS, [reached?.number ?? after, last]),
    );
    for await (const page of pages) yield page.map(lineOf);
  }
}
