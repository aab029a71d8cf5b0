import { z } from 'zod';
import { walletAddressSchema } from '../wallet/address.js';

const PNG = /\.png$/;

/** Parameters of `GET /card/<wallet>.png`. */
export const cardParamsSchema = z.strictObject({
  file: z
    .string()
    .regex(PNG, 'must be a wallet address and .png')
    .transform((file) => file.replace(PNG, ''))
    .pipe(walletAddressSchema),
});

export type CardParams = z.infer<typeof cardParamsSchema>;
