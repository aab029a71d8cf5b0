import { Injectable } from '@nestjs/common';
import { AuditLogEntry } from './audit-log-entry.entity.js';
import { repositoryOf } from '../database/repository.js';

@Injectable()
export class AuditLogRepository extends repositoryOf(AuditLogEntry) {
  async add(entry: Omit<AuditLogEntry, 'number'>): Promise<number> {
    await this.insert(entry);
    return (await this.maximum('number', { action: entry.action })) ?? 0;
  }

  async newestLogStart(): Promise<string | null> {
    const newest = await this.findOne({ where: { action: 'new-log' }, order: { number: 'DESC' } });
    return newest?.actedAt ?? null;
  }
}
