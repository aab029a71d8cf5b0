import { z } from 'zod';

export const healthSchema = z
  .object({ status: z.literal('ok') })
  .meta({ id: 'Health', example: { status: 'ok' } });

export const liveSchema = healthSchema
  .extend({ build: z.string() })
  .meta({ id: 'Liveness', example: { status: 'ok', build: '3732666f18a1' } });

export const STATE_PATH = '/api/health/state';

const problemSchema = z.string().nullish();

/**
 * A server's report about itself. A problem is null if there is none, and missing if the server does not know.
 */
export const serverStateSchema = z.object({
  build: z.string(),
  /** In the order of SOLANA_RPC_URL. */
  nodes: z.array(z.object({ host: z.string(), problem: problemSchema })),
  write: problemSchema,
  backup: problemSchema,
  /** What the server saw last in BACKUP_DIR, newest first. */
  backups: z
    .array(z.object({ file: z.string(), madeAt: z.coerce.date() }))
    .readonly()
    .optional(),
  /** Why the transparency log is not published. */
  log: problemSchema,
});

export type ServerState = z.infer<typeof serverStateSchema>;

export type Problems = Pick<ServerState, 'nodes' | 'write' | 'backup'>;
