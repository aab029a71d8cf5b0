import type { EntityManager } from 'typeorm';
import { AuditLogEntry } from './audit-log-entry.entity.js';

/** Adds an action to the audit log, and returns its number. */
export async function addToAuditLog(
  manager: EntityManager,
  entry: Omit<AuditLogEntry, 'number'>,
): Promise<number> {
  await manager.insert(AuditLogEntry, entry);
  return (await manager.maximum(AuditLogEntry, 'number', { action: entry.action })) ?? 0;
}
