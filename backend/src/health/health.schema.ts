import { z } from 'zod';

export const healthSchema = z
  .object({ status: z.literal('ok') })
  .meta({ id: 'Health', example: { status: 'ok' } });

export const liveSchema = healthSchema
  .extend({ build: z.string() })
  .meta({ id: 'Liveness', example: { status: 'ok', build: '3732666f18a1' } });

/** Path of the problems, for `ops status` on the same machine. */
export const PROBLEMS_PATH = '/api/health/problems';

const problemSchema = z.string().nullish();

/** Problems that notices and `ops status` report: null for none, missing if not known. */
export const problemsSchema = z.object({
  /** In the order of SOLANA_RPC_URL. */
  nodes: z.array(z.object({ host: z.string(), problem: problemSchema })),
  write: problemSchema,
  backup: problemSchema,
});

export type Problems = z.infer<typeof problemsSchema>;
