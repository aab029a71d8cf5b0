import type { DatabaseLocation } from '../../database/open-database.js';
import type { Check } from './check.js';
import { BANS_FOLLOW, REVOCATIONS_FOLLOW } from './checks/actions.js';
import { POINTS_HAVE_CAUSES } from './checks/causes.js';
import { FEW_EXPIRED } from './checks/expired.js';
import { POSTGRES_INTEGRITY, SQLITE_INTEGRITY } from './checks/integrity.js';
import { LEDGER_ADDS_UP } from './checks/ledger.js';
import { NO_LOOPS } from './checks/loops.js';
import { MIGRATIONS_RECORDED } from './checks/migrations.js';
import { NUMBERS_GO_ON } from './checks/numbers.js';
import { POINTS_FOLLOW } from './checks/points.js';
import { PROOFS_ARE_NUMBERED, PROOFS_HOLD } from './checks/proofs.js';
import { RECRUITS_FOLLOW } from './checks/recruits.js';
import { POSTGRES_SCHEMA, SQLITE_SCHEMA } from './checks/schema.js';
import { REFERRALS_ARE_NUMBERED } from './checks/referral-numbers.js';
import { STANDING_FOLLOWS } from './checks/standing.js';
import { ROOM_LEFT } from './checks/storage.js';
import { NO_STRANGERS } from './checks/strangers.js';

/** What a repair relies on comes before it. */
const OF_THE_CONTENTS: readonly Check[] = [
  MIGRATIONS_RECORDED,
  NO_STRANGERS,
  REFERRALS_ARE_NUMBERED,
  NO_LOOPS,
  RECRUITS_FOLLOW,
  BANS_FOLLOW,
  REVOCATIONS_FOLLOW,
  LEDGER_ADDS_UP,
  POINTS_FOLLOW,
  POINTS_HAVE_CAUSES,
  STANDING_FOLLOWS,
  PROOFS_ARE_NUMBERED,
  PROOFS_HOLD,
  FEW_EXPIRED,
  ROOM_LEFT,
];

/** All that doctor looks at, in its order. */
export const CHECKS: Readonly<Record<DatabaseLocation['kind'], readonly Check[]>> = {
  sqlite: [SQLITE_INTEGRITY, SQLITE_SCHEMA, ...OF_THE_CONTENTS],
  postgres: [POSTGRES_INTEGRITY, POSTGRES_SCHEMA, ...OF_THE_CONTENTS, NUMBERS_GO_ON],
};
