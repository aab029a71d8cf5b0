import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Reader } from '../database/reader.js';
import type { ProofLine } from './proofs.schema.js';

/** Proofs that are in memory at a time, for each reader of the stream. */
const PAGE = 500;

const lastRow = z.object({ last: z.int() });

const proofRow = z.object({
  number: z.int(),
  recruit: z.string(),
  referrer: z.string(),
  message: z.string(),
  signature: z.string(),
  provenAt: z.string(),
});

const PROOFS = `
SELECT proof_number AS number, recruit, referrer, message, signature, proven_at AS "provenAt"
FROM referral WHERE proof_number > $1 AND proof_number <= $2 ORDER BY proof_number LIMIT ${PAGE}`;

@Injectable()
export class ProofsService {
  constructor(private readonly reader: Reader) {}

  /** The number of the proof that came last; 0 when there is none. */
  async last(): Promise<number> {
    const sql = 'SELECT coalesce(max(proof_number), 0) AS last FROM referral';
    const [row] = await this.reader.select(lastRow, sql);
    return row?.last ?? 0;
  }

  /** The proofs after one, up to and with another, as JSON lines, page by page as they are asked for. */
  async *lines(after: number, last: number): AsyncGenerator<string, void> {
    let reached = after;
    for (;;) {
      const page = await this.reader.select(proofRow, PROOFS, [reached, last]);
      const end = page.at(-1);
      if (end === undefined) return;
      yield page.map(toLine).join('');
      reached = end.number;
    }
  }
}

function toLine({ message, ...proof }: ProofLine): string {
  const line: ProofLine = { ...proof, message: Buffer.from(message).toString('base64') };
  return `${JSON.stringify(line)}\n`;
}
