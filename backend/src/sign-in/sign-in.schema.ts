import { z } from 'zod';
import { referralStatusSchema } from '../referral/referral.schema.js';
import { EXAMPLE_RECRUIT, EXAMPLE_REFERRER, walletAddressSchema } from '../wallet/address.js';

/** Sign In With Solana allows no line feed in a statement. */
export const STATEMENT =
  'Pyramidion is a parody. Signing only proves that this wallet is yours and, where a referral link stands below, who brought you. It moves nothing, costs nothing and approves nothing.';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const SIGNATURE_BYTES = 64;
const MAX_MESSAGE_BYTES = 2_048;

const base64 = z.string().max(4_096).regex(BASE64, 'must be base64').transform(toBytes);

const timeSchema = z.iso.datetime().meta({ description: 'ISO 8601, UTC' });

export const challengeRequestSchema = z
  .strictObject({ referrer: walletAddressSchema.optional() })
  .meta({ id: 'ChallengeRequest', example: { referrer: EXAMPLE_REFERRER } });

/** Input of Sign In With Solana without the address, which the wallet adds. */
const signInInputSchema = z
  .object({
    domain: z.string(),
    statement: z.string(),
    uri: z.string(),
    version: z.literal('1'),
    chainId: z.literal('mainnet'),
    nonce: z.string(),
    issuedAt: timeSchema,
    expirationTime: timeSchema,
    resources: z.array(z.string()).length(1).exactOptional(),
  })
  .meta({ id: 'SignInInput' });

export const challengeSchema = z.object({ input: signInInputSchema }).meta({
  id: 'Challenge',
  example: {
    input: {
      domain: 'pyramidion.example',
      statement: STATEMENT,
      uri: 'https://pyramidion.example',
      version: '1',
      chainId: 'mainnet',
      nonce: 'k3Vb9Qx2TnLw7RzA',
      issuedAt: '2026-11-23T12:00:00.000Z',
      expirationTime: '2026-11-23T12:05:00.000Z',
      resources: [`https://pyramidion.example/?ref=${EXAMPLE_REFERRER}`],
    },
  },
});

export const signInRequestSchema = z
  .strictObject({
    publicKey: walletAddressSchema,
    signedMessage: base64
      .refine(({ length }) => length <= MAX_MESSAGE_BYTES, 'must be at most 2048 bytes')
      .meta({ type: 'string', description: 'The bytes that were signed, base64' }),
    signature: base64
      .refine(({ length }) => length === SIGNATURE_BYTES, 'must be 64 bytes')
      .meta({ type: 'string', description: 'The Ed25519 signature, base64' }),
    nonce: z.string().regex(/^[A-Za-z0-9]{1,64}$/, 'must be the nonce of a challenge'),
  })
  .meta({
    id: 'SignInRequest',
    example: {
      publicKey: EXAMPLE_RECRUIT,
      signedMessage: 'cHlyYW1pZGlvbi5leGFtcGxlIHdhbnRzIHlvdSB0byBzaWduIGlu',
      signature: `${'A'.repeat(86)}==`,
      nonce: 'k3Vb9Qx2TnLw7RzA',
    },
  });

/** `referral` is null if the wallet has no referrer. */
export const signInResponseSchema = z
  .object({
    wallet: walletAddressSchema,
    expiresAt: timeSchema,
    referral: z
      .object({
        referrer: walletAddressSchema,
        status: referralStatusSchema,
        /** True if this sign-in proved the referral. */
        credited: z.boolean(),
        /** Index of the proof in the transparency log, if this sign-in added it. */
        logIndex: z.int().nonnegative().exactOptional(),
      })
      .nullable(),
  })
  .meta({
    id: 'SignIn',
    example: {
      wallet: EXAMPLE_RECRUIT,
      expiresAt: '2026-11-30T12:00:00.000Z',
      referral: { referrer: EXAMPLE_REFERRER, status: 'proven', credited: true, logIndex: 0 },
    },
  });

export type ChallengeRequest = z.infer<typeof challengeRequestSchema>;
export type SignInInput = z.infer<typeof signInInputSchema>;
export type Challenge = z.infer<typeof challengeSchema>;
/** A validated request, with bytes instead of base64. */
export type SignInRequest = z.output<typeof signInRequestSchema>;
/** A request as a client sends it. */
export type SignInRequestBody = z.input<typeof signInRequestSchema>;
export type SignInResponse = z.infer<typeof signInResponseSchema>;

function toBytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'));
}
