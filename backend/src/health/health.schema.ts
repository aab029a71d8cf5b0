import { z } from 'zod';

export const healthSchema = z
  .object({ status: z.literal('ok') })
  .meta({ id: 'Health', example: { status: 'ok' } });

export const liveSchema = healthSchema
  .extend({ build: z.string() })
  .meta({ id: 'Liveness', example: { status: 'ok', build: '3732666f18a1' } });
