import { Injectable } from '@nestjs/common';
import { Between } from 'typeorm';
import { z } from 'zod';
import { select } from '../database/reader.js';
import { insertAll } from '../database/rows.js';
import { repositoryOf } from '../database/repository.js';
import { LogEntryRow } from './log-entry.entity.js';
import type { LogEntry } from './log-entry.schema.js';

const pageRow = z.object({ entries: z.coerce.number(), foreign: z.coerce.number() });

/** Start of the entry of a proof, before the host that its message names. */
const PROOF_START = '{"action":"prove","message":"';

/** Entries per statement. Other reads get a turn between two statements. */
const PAGE = 10_000;

@Injectable()
export class LogEntryRepository extends repositoryOf(LogEntryRow) {
  async size(): Promise<number> {
    return ((await this.maximum('logIndex')) ?? -1) + 1;
  }

  /**
   * Returns entries as they were hashed.
   * @param end index after the last one
   */
  async entries(begin: number, end: number): Promise<string[]> {
    const logIndex = Between(begin, end - 1);
    const rows = await this.find({ where: { logIndex }, order: { logIndex: 'ASC' } });
    return rows.map(({ entry }) => entry);
  }

  /** Appends entries and returns the index of the first one. */
  async append(...entries: LogEntry[]): Promise<number> {
    const size = await this.size();
    const rows = entries.map((entry, n) => ({ logIndex: size + n, entry: JSON.stringify(entry) }));
    await insertAll(this, rows);
    return size;
  }

  /** Returns the number of proofs that were signed for a host other than those of the given origins. */
  async countForeignProofs(origins: readonly string[]): Promise<number> {
    const own = origins.map((origin) => `${PROOF_START}${new URL(origin).host} `);
    const isOwn = own.map((start, index) => `substr(entry, 1, ${start.length}) = $${index + 3}`);
    const page = `
      SELECT count(*) AS entries,
        count(CASE WHEN substr(entry, 1, ${PROOF_START.length}) = '${PROOF_START}' AND NOT (${isOwn.join(' OR ')}) THEN 1 END) AS "foreign"
      FROM log_entry WHERE log_index >= $1 AND log_index < $2`;
    let foreign = 0;
    for (let begin = 0, isLast = false; !isLast; begin += PAGE) {
      const [row] = await select(this.manager, pageRow, page, [begin, begin + PAGE, ...own]);
      foreign += row?.foreign ?? 0;
      isLast = row === undefined || row.entries < PAGE;
    }
    return foreign;
  }
}
