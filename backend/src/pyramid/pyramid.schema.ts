import { z } from 'zod';
import { wholeNumber } from '../core/whole-number.js';
import { referralStatusSchema } from '../referral/referral.schema.js';
import { EXAMPLE_RECRUIT, EXAMPLE_REFERRER, walletAddressSchema } from '../wallet/address.js';

const DEFAULT_DEPTH = 10;

export const MAX_DEPTH = 50;

export const pyramidQuerySchema = z.strictObject({
  wallet: walletAddressSchema,
  depth: wholeNumber(1, MAX_DEPTH).default(DEFAULT_DEPTH),
});

export const pyramidLevelSchema = z
  .object({
    /** 1 for direct recruits. */
    level: z.int().positive(),
    recruits: z.int().positive(),
    proven: z.int().nonnegative(),
    /** Number of recruits of this level in `nodes`. */
    shown: z.int().nonnegative(),
  })
  .meta({ id: 'PyramidLevel' });

export const pyramidNodeSchema = z
  .object({
    wallet: walletAddressSchema,
    referrer: walletAddressSchema,
    level: z.int().positive(),
    status: referralStatusSchema,
    /** Number of direct recruits, including those that are not in `nodes`. */
    recruits: z.int().nonnegative(),
  })
  .meta({ id: 'PyramidNode' });

export const pyramidSchema = z
  .object({
    wallet: walletAddressSchema,
    levels: z.array(pyramidLevelSchema),
    nodes: z.array(pyramidNodeSchema),
    /** False if `levels` omits wallets below the requested depth, or beyond the maximum number of counted wallets. */
    complete: z.boolean(),
  })
  .meta({
    id: 'Pyramid',
    example: {
      wallet: EXAMPLE_REFERRER,
      levels: [{ level: 1, recruits: 1, proven: 1, shown: 1 }],
      nodes: [
        {
          wallet: EXAMPLE_RECRUIT,
          referrer: EXAMPLE_REFERRER,
          level: 1,
          status: 'proven',
          recruits: 0,
        },
      ],
      complete: true,
    },
  });

export type PyramidQuery = z.infer<typeof pyramidQuerySchema>;
export type PyramidLevel = z.infer<typeof pyramidLevelSchema>;
export type PyramidNode = z.infer<typeof pyramidNodeSchema>;
export type Pyramid = z.infer<typeof pyramidSchema>;
