import { ENTITIES } from '../entities.js';
import type { Schema } from './connection.js';
import { WalletsAndReferrals1795255200000 } from './migrations/001-wallets-and-referrals.js';
import { ProofsAndPoints1795341600000 } from './migrations/002-proofs-and-points.js';
import { OperatorActions1795428000000 } from './migrations/003-operator-actions.js';
import { QuickerStanding1795514400000 } from './migrations/004-quicker-standing.js';
import { FewerCounts1795600800000 } from './migrations/005-fewer-counts.js';
import { NothingReplaced1795687200000 } from './migrations/006-nothing-replaced.js';
import { TwoCounts1795773600000 } from './migrations/007-two-counts.js';
import { ReferralNumbers1795860000000 } from './migrations/008-referral-numbers.js';
import { FewerSiblings1795946400000 } from './migrations/009-fewer-siblings.js';

/** Every table that TypeORM knows, and the migrations that made them, oldest first. */
export const SCHEMA: Schema = {
  entities: ENTITIES,
  migrations: [
    WalletsAndReferrals1795255200000,
    ProofsAndPoints1795341600000,
    OperatorActions1795428000000,
    QuickerStanding1795514400000,
    FewerCounts1795600800000,
    NothingReplaced1795687200000,
    TwoCounts1795773600000,
    ReferralNumbers1795860000000,
    FewerSiblings1795946400000,
  ],
};
