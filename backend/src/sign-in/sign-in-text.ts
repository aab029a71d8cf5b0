import { referralLink } from '../wallet/address.js';
import type { SignInInput } from './sign-in.schema.js';

/** What the wallet shows above the Sign button. One line: a blank line would end it within the text. */
export const STATEMENT =
  'Pyramidion is a parody. Signing only proves that this wallet is yours and, where a referral link stands below, who brought you. It moves nothing, costs nothing and approves nothing.';

/**
 * What the wallet is asked to sign, as Sign In With Solana takes it.
 * @param origin of the site, without a trailing slash
 * @param referrer who sent the visitor, when that is known
 */
export function signInInput(
  origin: string,
  { nonce, issuedAt, expirationTime }: Pick<SignInInput, 'nonce' | 'issuedAt' | 'expirationTime'>,
  referrer: string | null,
): SignInInput {
  return {
    domain: new URL(origin).host,
    statement: STATEMENT,
    uri: origin,
    version: '1',
    chainId: 'mainnet',
    nonce,
    issuedAt,
    expirationTime,
    ...(referrer !== null && { resources: [referralLink(origin, referrer)] }),
  };
}

/** Whose referral link is in what the wallet is asked to sign; null where there is none. */
export function referrerIn({ resources: [link] = [] }: SignInInput): string | null {
  return link === undefined ? null : new URL(link).searchParams.get('ref');
}

/** The text that `address` signs to answer a challenge: Sign In With Solana's, to the letter. */
export function signInText(input: SignInInput, address: string): string {
  const { domain, statement, uri, version, chainId, nonce, issuedAt, expirationTime, resources } =
    input;
  const lines = [
    `${domain} wants you to sign in with your Solana account:`,
    address,
    '',
    statement,
    '',
    `URI: ${uri}`,
    `Version: ${version}`,
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
    `Expiration Time: ${expirationTime}`,
  ];
  if (resources !== undefined) lines.push('Resources:', ...resources.map((each) => `- ${each}`));
  return lines.join('\n');
}
