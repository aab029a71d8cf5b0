import { z } from 'zod';

/** Answer of a server that can serve. */
export const healthSchema = z
  .object({ status: z.literal('ok') })
  .meta({ example: { status: 'ok' } });

/** Answer of a process that runs, with the build that it was started from. */
export const liveSchema = healthSchema
  .extend({ build: z.string() })
  .meta({ example: { status: 'ok', build: '3732666f18a1' } });
