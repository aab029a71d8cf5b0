import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { z } from 'zod';
import { select } from '../database/reader.js';
import { repositoryOf } from '../database/repository.js';
import { Wallet } from './wallet.entity.js';

const addressRow = z.object({ address: z.string() });

@Injectable()
export class WalletRepository extends repositoryOf(Wallet) {
  isBanned(address: string): Promise<boolean> {
    return this.existsBy({ address, bannedAt: Not(IsNull()) });
  }

  async pointsOf(address: string): Promise<number> {
    return (await this.findOneBy({ address }))?.points ?? 0;
  }

  async knownOf(addresses: readonly string[]): Promise<Set<string>> {
    const elements = this.dialect.elementsOf('$1');
    const sql = `SELECT address FROM ${elements} CROSS JOIN wallet WHERE address = value`;
    const rows = await select(this.manager, addressRow, sql, [JSON.stringify(addresses)]);
    return new Set(rows.map(({ address }) => address));
  }

  /**
   * Inserts the unknown wallets in the given order, which decides their `joined_number`.
   * @returns how many wallets were inserted for each group; a wallet of several groups counts for the first
   */
  async join(groups: readonly (readonly string[])[], now: Date): Promise<number[]> {
    const addresses = JSON.stringify([...new Set(groups.flat())]);
    const sql = `
INSERT INTO wallet (address, joined_at)
SELECT value, CAST($2 AS varchar) FROM ${this.dialect.elementsOf('$1')}
WHERE (SELECT joined_number FROM wallet WHERE address = value) IS NULL ORDER BY key
ON CONFLICT (address) DO NOTHING RETURNING address`;
    const rows = await select(this.manager, addressRow, sql, [addresses, now.toISOString()]);
    const inserted = new Set(rows.map(({ address }) => address));
    return groups.map((group) => group.filter((address) => inserted.delete(address)).length);
  }
}
