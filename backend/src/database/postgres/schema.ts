import { ENTITIES } from '../entities.js';
import { Pyramid1795428000000 } from './migrations/001-pyramid.js';
import { LocksForMany1795514400000 } from './migrations/002-locks-for-many.js';
import { FewerCounts1795600800000 } from './migrations/003-fewer-counts.js';
import { NothingEmptied1795687200000 } from './migrations/004-nothing-emptied.js';
import { TwoCounts1795773600000 } from './migrations/005-two-counts.js';
import { ReferralNumbers1795860000000 } from './migrations/006-referral-numbers.js';
import { FewerSiblings1795946400000 } from './migrations/007-fewer-siblings.js';

/** Every table that TypeORM knows, and the migrations that made them, oldest first. */
export const SCHEMA = {
  entities: ENTITIES,
  migrations: [
    Pyramid1795428000000,
    LocksForMany1795514400000,
    FewerCounts1795600800000,
    NothingEmptied1795687200000,
    TwoCounts1795773600000,
    ReferralNumbers1795860000000,
    FewerSiblings1795946400000,
  ],
};
