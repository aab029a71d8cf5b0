import { Injectable } from '@nestjs/common';
import { EntityManager, Repository } from 'typeorm';
import { AuditLogEntry } from './audit-log-entry.entity.js';

/** Repository of the operator's actions, on the reader's connections or in the transaction of a given manager. */
@Injectable()
export class AuditLogRepository extends Repository<AuditLogEntry> {
  constructor(manager: EntityManager) {
    super(AuditLogEntry, manager, manager.queryRunner);
  }

  /** Adds an action, and returns its number. */
  async add(entry: Omit<AuditLogEntry, 'number'>): Promise<number> {
    await this.insert(entry);
    return (await this.maximum('number', { action: entry.action })) ?? 0;
  }

  /** Returns the time of the newest `new-log`, or null. */
  async newestLogStart(): Promise<string | null> {
    const newest = await this.findOne({ where: { action: 'new-log' }, order: { actedAt: 'DESC' } });
    return newest?.actedAt ?? null;
  }
}
