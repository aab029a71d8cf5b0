import { z } from 'zod';
import { wholeNumber } from '../core/whole-number.js';
import { EXAMPLE_RECRUIT, EXAMPLE_REFERRER, walletAddressSchema } from '../wallet/address.js';

const at = z.iso.datetime();

/** A message with the referrer's link, signed by the recruit. */
export const proofEntrySchema = z
  .object({
    action: z.literal('prove'),
    message: z.string(),
    /** Ed25519, 64 bytes, base64. */
    signature: z.string(),
    recruit: walletAddressSchema,
    referrer: walletAddressSchema,
    at,
  })
  .meta({ id: 'ProofEntry' });

/** An action of the operator on a wallet (ban, unban) or on a proven recruit (revoke, unrevoke). */
const actionEntrySchema = z
  .object({
    action: z.enum(['ban', 'unban', 'revoke', 'unrevoke']),
    subject: walletAddressSchema,
    why: z.string(),
    at,
  })
  .meta({ id: 'ActionEntry' });

export const newLogEntrySchema = z
  .object({
    action: z.literal('new-log'),
    /** The newest checkpoint of the former log; empty if none is known. */
    formerCheckpoint: z.string(),
    why: z.string(),
    at,
  })
  .meta({ id: 'NewLogEntry' });

const EXAMPLE = {
  action: 'prove',
  message: 'pyramidion.example wants you to sign in with your Solana account:\n…',
  signature: `${'A'.repeat(86)}==`,
  recruit: EXAMPLE_RECRUIT,
  referrer: EXAMPLE_REFERRER,
  at: '2026-11-23T12:01:00.000Z',
};

/** An entry of the transparency log: a line of `GET /api/proofs` before the last. */
export const logEntrySchema = z
  .discriminatedUnion('action', [proofEntrySchema, actionEntrySchema, newLogEntrySchema])
  .meta({ id: 'LogEntry', example: EXAMPLE });

/** The last line of `GET /api/proofs`: the log's signature over all entries up to the end of the download. */
export const checkpointLineSchema = z
  .object({
    action: z.literal('checkpoint'),
    /** The public key of the log, with its name (C2SP signed-note). */
    vkey: z.string(),
    /** The signed checkpoint (C2SP tlog-checkpoint). */
    note: z.string(),
  })
  .meta({ id: 'CheckpointLine' });

export const proofsLineSchema = z
  .union([logEntrySchema, checkpointLineSchema])
  .meta({ id: 'ProofsLine', example: EXAMPLE });

export type CheckpointLine = z.infer<typeof checkpointLineSchema>;
export type ProofEntry = z.infer<typeof proofEntrySchema>;
export type ActionEntry = z.infer<typeof actionEntrySchema>;
export type LogEntry = z.infer<typeof logEntrySchema>;

/** Query of `GET /api/proofs`; `after` is the number of entries that the client has. */
export const proofsQuerySchema = z.strictObject({
  after: wholeNumber(0, 9_999_999_999, 'must be a number of entries').default(0),
});

export type ProofsQuery = z.infer<typeof proofsQuerySchema>;
