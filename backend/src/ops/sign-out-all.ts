import { z } from 'zod';
import { Clock } from '../core/clock.js';
import type { Database } from '../database/database.js';
import { lockPyramid } from '../database/dialect.js';
import type { Writer } from '../database/writer.js';
import { revokeAllSessions } from '../session/session.service.js';
import { addToAuditLog } from './actions.js';
import { parseWords } from './arguments.js';
import { newCommand } from './command.js';
import { keyValueTable } from './table.js';
import { onDatabase } from './with-database.js';

const ACTION = 'sign-out-all';

export const signOutReportSchema = z.strictObject({
  /** Number in `audit_log`. */
  number: z.int().positive(),
  action: z.literal(ACTION),
  why: z.string().min(1),
  actedAt: z.iso.datetime(),
  /** Number of ended sessions. */
  sessions: z.int().nonnegative(),
});

type Report = z.infer<typeof signOutReportSchema>;

export const SIGN_OUT_ALL = newCommand(
  ACTION,
  'end every session, so that each visitor has to sign in again',
  'done, and recorded in audit_log',
)
  .requiredOption('--why <reason>', 'the reason, recorded for good (required)', parseWords)
  .action(
    onDatabase(
      ({ writer }: Database, { why }: { readonly why: string }) =>
        signOutAll(writer, new Clock(), why),
      describe,
    ),
  );

/** Revokes every session. The same transaction writes to the audit log. */
export function signOutAll(writer: Writer, clock: Clock, why: string): Promise<Report> {
  return writer.write(async (manager) => {
    await lockPyramid(manager);
    const now = clock.now();
    const action = { action: ACTION, why, actedAt: now.toISOString() } as const;
    const sessions = await revokeAllSessions(manager, now);
    const number = await addToAuditLog(manager, { ...action, subject: null });
    return { number, ...action, sessions };
  });
}

function describe({ number, why, sessions }: Report): string {
  return keyValueTable([
    [`Action ${number}`, ACTION],
    ['Why', why],
    ['Sessions ended', sessions],
  ]);
}
