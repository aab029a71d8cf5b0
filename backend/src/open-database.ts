import type { Database, DatabaseLocation } from './database/database.js';
import { openPostgres } from './database/postgres/open-postgres.js';
import { openSqlite } from './database/sqlite/open-sqlite.js';
import type { Opening } from './database/version.js';
import { OperatorAction } from './wallet/operator-action.entity.js';
import { CheckIn } from './points/check-in.js';
import { PointsEntry } from './points/points-entry.entity.js';
import { EndedClaim, RevokedReferral } from './referral/former-referral.entity.js';
import { Referral } from './referral/referral.entity.js';
import { SessionRow } from './session/session.entity.js';
import { SignInChallenge } from './sign-in/sign-in-challenge.entity.js';
import { Wallet } from './wallet/wallet.entity.js';

/** Every table that the game is about, each after those that its rows refer to. */
export const ENTITIES = [
  Wallet,
  OperatorAction,
  Referral,
  EndedClaim,
  RevokedReferral,
  PointsEntry,
  CheckIn,
  SignInChallenge,
  SessionRow,
];

/**
 * Opens the database, creating it and bringing it up to date as needed.
 * @throws StartError when it cannot be used; it is then left as it was
 */
export async function openDatabase(
  location: DatabaseLocation,
  opening: Opening = 'of a server',
): Promise<Database> {
  return location.kind === 'postgres'
    ? openPostgres(location.url, ENTITIES, opening)
    : openSqlite(location.path, ENTITIES, opening);
}
