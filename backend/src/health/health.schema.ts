import { z } from 'zod';

/** Answer of the health routes. */
export const healthSchema = z.object({ status: z.literal('ok') });

export type Health = z.infer<typeof healthSchema>;
