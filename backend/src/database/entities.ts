import type { EntitySchema } from 'typeorm';
import { operatorActionEntity } from '../ops/actions/operator-action.entity.js';
import { checkInEntity } from '../points/check-in.entity.js';
import { pointsEntryEntity } from '../points/points-entry.entity.js';
import { referralEntity } from '../referral/referral.entity.js';
import { sessionEntity } from '../session/session.entity.js';
import { signInChallengeEntity } from '../session/sign-in-challenge.entity.js';
import { walletEntity } from '../wallet/wallet.entity.js';

/** Every table that TypeORM knows. */
export const ENTITIES: EntitySchema[] = [
  walletEntity,
  referralEntity,
  pointsEntryEntity,
  checkInEntity,
  signInChallengeEntity,
  sessionEntity,
  operatorActionEntity,
];
