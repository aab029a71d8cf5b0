import { referralLink } from '../site/referral-link.js';
import type { SignInInput } from './sign-in.schema.js';

/** What the wallet shows above the Sign button. One line: a blank line would end it within the text. */
export const STATEMENT =
  'Pyramidion is a parody. Signing only proves that this wallet is yours and, where a referral link stands below, who brought you. It moves nothing, costs nothing and approves nothing.';

/** What the server keeps of a challenge, and needs to write its text again. */
export interface IssuedChallenge {
  readonly nonce: string;
  /** ISO 8601, UTC. */
  readonly issuedAt: string;
  /** ISO 8601, UTC. */
  readonly expiresAt: string;
  /** Host, with the port where it is not the usual one. */
  readonly domain: string;
  /** Origin of the site, without a trailing slash. */
  readonly uri: string;
  readonly statement: string;
  readonly version: '1';
  readonly chainId: 'mainnet';
  readonly referrer: string | null;
}

/** The challenge as Sign In With Solana takes it. */
export function toSignInInput(challenge: IssuedChallenge): SignInInput {
  const { domain, statement, uri, version, chainId, nonce, issuedAt, expiresAt } = challenge;
  const input = { domain, statement, uri, version, chainId, nonce, issuedAt };
  return {
    ...input,
    expirationTime: expiresAt,
    ...(challenge.referrer !== null && { resources: [referralLink(uri, challenge.referrer)] }),
  };
}

/** The text that `address` signs to answer a challenge: Sign In With Solana's, to the letter. */
export function signInText(challenge: IssuedChallenge, address: string): string {
  const { domain, statement, uri, version, chainId, nonce, issuedAt, expirationTime, resources } =
    toSignInInput(challenge);
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
