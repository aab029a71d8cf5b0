import {
  ConflictException,
  UnprocessableEntityException,
  type HttpException,
  type Type,
} from '@nestjs/common';

/** SQL predicates about a wallet. Each parameter is an SQL expression for its address. */

/** After a wallet has declined a claim, only its own proof counts. */
export const hasDeclined = (recruit: string): string =>
  `EXISTS (SELECT 1 FROM claim_history_entry WHERE claim_history_entry.recruit = ${recruit} AND reason = 'declined')`;

/** The recruit of a revoked referral can get no referrer. */
export const isRevoked = (recruit: string): string =>
  `EXISTS (SELECT 1 FROM revoked_referral WHERE revoked_referral.recruit = ${recruit})`;

export const isBannedWallet = (address: string): string =>
  `(SELECT banned_at FROM wallet WHERE wallet.address = ${address}) IS NOT NULL`;

export const hasRecruits = (address: string): string =>
  `(SELECT 1 FROM referral WHERE referral.referrer = ${address} LIMIT 1) IS NOT NULL`;

const REJECTIONS = {
  own: [
    UnprocessableEntityException,
    'A wallet cannot recruit itself: referrerId and recruitId must differ.',
  ],
  taken: [ConflictException, 'The recruit already has another referrer.'],
  final: [ConflictException, 'The recruit has proven another referrer, which is final.'],
  declined: [
    ConflictException,
    'The recruit has declined claims: only its own signature can name a referrer.',
  ],
  revoked: [
    ConflictException,
    "The operator has revoked this recruit's referral: it counts for nobody.",
  ],
  banned: [UnprocessableEntityException, 'The referrer is banned and cannot recruit.'],
  cycle: [
    UnprocessableEntityException,
    'The recruit is an ancestor of the referrer, or the pyramid is too deep to tell: cycles are not allowed.',
  ],
} as const satisfies Record<string, readonly [Type<HttpException>, string]>;

export type Rejection = keyof typeof REJECTIONS;

export function rejection(reason: Rejection): HttpException {
  const [Kind, message] = REJECTIONS[reason];
  return new Kind(message);
}
