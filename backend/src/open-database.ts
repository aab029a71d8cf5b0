import type { Database, DatabaseLocation } from './database/database.js';
import { openPostgres } from './database/postgres/open-postgres.js';
import { openSqlite } from './database/sqlite/open-sqlite.js';
import type { Role } from './database/version.js';
import { CheckIn } from './points/check-in.entity.js';
import { LedgerEntry } from './points/ledger-entry.entity.js';
import { ClaimHistoryEntry } from './referral/claim-history-entry.entity.js';
import { Referral } from './referral/referral.entity.js';
import { RevokedReferral } from './referral/revoked-referral.entity.js';
import { SessionRow } from './session/session.entity.js';
import { SignInChallenge } from './sign-in/sign-in-challenge.entity.js';
import { LogEntryRow } from './transparency-log/log-entry.entity.js';
import { AuditLogEntry } from './wallet/audit-log-entry.entity.js';
import { Wallet } from './wallet/wallet.entity.js';

/** Each entity follows the entities that it refers to. */
export const ENTITIES = [
  Wallet,
  AuditLogEntry,
  LogEntryRow,
  Referral,
  ClaimHistoryEntry,
  RevokedReferral,
  LedgerEntry,
  CheckIn,
  SignInChallenge,
  SessionRow,
];

/** @throws StartError if the database cannot be used */
export async function openDatabase(
  location: DatabaseLocation,
  role: Role = 'server',
): Promise<Database> {
  return location.kind === 'postgres'
    ? openPostgres(location.url, ENTITIES, role)
    : openSqlite(location.path, ENTITIES, role);
}
