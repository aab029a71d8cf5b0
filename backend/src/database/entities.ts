import { OperatorAction } from '../ops/actions/operator-action.entity.js';
import { CheckIn } from '../points/check-in.entity.js';
import { PointsEntry } from '../points/points-entry.entity.js';
import { Referral } from '../referral/referral.entity.js';
import { RevokedReferral } from '../referral/revoked-referral.entity.js';
import { SessionRow } from '../session/session.entity.js';
import { SignInChallenge } from '../session/sign-in-challenge.entity.js';
import { Wallet } from '../wallet/wallet.entity.js';

/** Every table that the game is about, each after those that its rows refer to. */
export const ENTITIES = [
  Wallet,
  OperatorAction,
  Referral,
  RevokedReferral,
  PointsEntry,
  CheckIn,
  SignInChallenge,
  SessionRow,
];
