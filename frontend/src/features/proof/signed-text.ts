/** What a signed sign-in text says, as far as a proof needs it. */
export interface SignedText {
  /** Host, with the port where there is one, of the site that asked. */
  readonly domain: string;
  /** Base58; the wallet that the text says it was signed by. */
  readonly signer: string;
  /** Origin of the site that asked. */
  readonly uri: string;
  /** The one address that the signer signed for: a referral link. */
  readonly resource: string;
}

/** The text of Sign In With Solana with every field in its place, one resource, and nothing besides. */
const FORM = new RegExp(
  [
    '^(?<domain>\\S+) wants you to sign in with your Solana account:',
    '(?<signer>\\w+)',
    '',
    '[^\\n]+',
    '',
    'URI: (?<uri>\\S+)',
    'Version: 1',
    'Chain ID: \\S+',
    'Nonce: \\w+',
    'Issued At: \\S+',
    'Expiration Time: \\S+',
    'Resources:',
    '- (?<resource>\\S+)$',
  ].join('\\n'),
);

/** Reads a signed text, or null for one of any other form. */
export function readSignedText(text: string): SignedText | null {
  const { domain, signer, uri, resource } = FORM.exec(text)?.groups ?? {};
  if (!domain || !signer || !uri || !resource) return null;
  return { domain, signer, uri, resource };
}
