import { createSignInMessageText } from '@solana/wallet-standard-util';
import { referralLink } from '../shared/referral-link.js';
import { STATEMENT, type SignInInput } from './sign-in.schema.js';

/** 5 minutes. */
export const CHALLENGE_LIFETIME_MS = 300_000;

/**
 * Returns the input of Sign In With Solana.
 * @param origin without a trailing slash
 */
export function signInInput(
  origin: string,
  challenge: Pick<SignInInput, 'nonce' | 'issuedAt' | 'expirationTime'>,
  referrer: string | null,
): SignInInput {
  return {
    domain: new URL(origin).host,
    statement: STATEMENT,
    uri: origin,
    version: '1',
    chainId: 'mainnet',
    ...challenge,
    ...(referrer !== null && { resources: [referralLink(origin, referrer)] }),
  };
}

export function referrerIn({ resources: [link] = [] }: SignInInput): string | null {
  return link === undefined ? null : new URL(link).searchParams.get('ref');
}

export function signInText(input: SignInInput, address: string): string {
  return createSignInMessageText({ ...input, address });
}

/** Returns the link in the last line of a signed message; null if there is none. */
export function signedLink(message: Uint8Array): string | null {
  const [, link] = /\n- (\S+)$/.exec(Buffer.from(message).toString()) ?? [];
  return link !== undefined && URL.canParse(link) ? link : null;
}
