import { createPrivateKey, sign } from 'node:crypto';
import { z } from 'zod';
import { createWalletKey, type WalletKey } from '../fake-phantom/keys.js';
import { signInText } from '../fake-phantom/sign-in-text.js';
import { newClientAddress } from './client-address.js';

const challengeSchema = z.object({
  input: z.object({
    domain: z.string(),
    statement: z.string(),
    uri: z.string(),
    version: z.string(),
    chainId: z.string(),
    nonce: z.string(),
    issuedAt: z.string(),
    expirationTime: z.string(),
    resources: z.array(z.string()).exactOptional(),
  }),
});
const signedInSchema = z.object({
  referral: z
    .object({ referrer: z.string(), status: z.string(), credited: z.boolean() })
    .nullable(),
});

export interface SignedIn {
  /** The Cookie header of the session. */
  readonly cookie: string;
  readonly referral: z.infer<typeof signedInSchema>['referral'];
}

/** Signs in through the API from a new client address. Rejects if the server rejects the sign-in. */
export async function signIn(origin: string, key: WalletKey, referrer?: string): Promise<SignedIn> {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': newClientAddress(),
  };
  const post = async (path: string, body: object, cookie = ''): Promise<Response> => {
    const response = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { ...headers, cookie },
      body: JSON.stringify(body),
    });
    if (response.status !== 201) throw new Error(`${path} refused: ${await response.text()}`);
    return response;
  };
  const asked = await post('/api/session/challenge', referrer === undefined ? {} : { referrer });
  const { input } = challengeSchema.parse(await asked.json());
  const message = Buffer.from(signInText({ ...input, address: key.address }));
  const privateKey = createPrivateKey({ key: key.jwk, format: 'jwk' });
  const answer = await post(
    '/api/session',
    {
      publicKey: key.address,
      signedMessage: message.toString('base64'),
      signature: sign(null, message, privateKey).toString('base64'),
      nonce: input.nonce,
    },
    cookiesOf(asked),
  );
  const { referral } = signedInSchema.parse(await answer.json());
  return { cookie: cookiesOf(answer), referral };
}

/** Proves a new wallet as a recruit of `referrer`, and returns the wallet's key. */
export async function signedRecruit(origin: string, referrer: string): Promise<WalletKey> {
  const key = createWalletKey();
  const { referral } = await signIn(origin, key, referrer);
  if (referral?.credited !== true) throw new Error(`${key.address} was not credited`);
  return key;
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
