import { createSignInMessageText } from '@solana/wallet-standard-util';
import { referralLink } from '../shared/referral-link.js';
import { STATEMENT, type SignInInput } from './sign-in.schema.js';

/** How long a challenge may be answered, in milliseconds. */
export const CHALLENGE_LIFETIME_MS = 300_000;

/**
 * What the wallet is asked to sign, as Sign In With Solana takes it.
 * @param origin of the site, without a trailing slash
 * @param referrer who sent the visitor, when that is known
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

/** Whose referral link is in what the wallet is asked to sign; null where there is none. */
export function referrerIn({ resources: [link] = [] }: SignInInput): string | null {
  return link === undefined ? null : new URL(link).searchParams.get('ref');
}

/** The text that `address` signs to answer a challenge, as the Wallet Standard writes it. */
export function signInText(input: SignInInput, address: string): string {
  return createSignInMessageText({ ...input, address });
}
