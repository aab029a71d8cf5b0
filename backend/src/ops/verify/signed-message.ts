/** What a recruit's signed text says. */
export interface SignedMessage {
  /** The site that asked, with the port where there is one. */
  readonly domain: string;
  /** Who is asked to sign. */
  readonly address: string;
  readonly uri: string;
  readonly nonce: string;
  readonly issuedAt: Date;
  /** The one thing that is signed for. */
  readonly resource: string;
}

const FORM = [
  /^(?<domain>[^\s/]+) wants you to sign in with your Solana account:$/,
  /^(?<address>[1-9A-HJ-NP-Za-km-z]{32,44})$/,
  /^$/,
  /./,
  /^$/,
  /^URI: (?<uri>https?:\/\/[^\s/]+)$/,
  /^Version: 1$/,
  /^Chain ID: mainnet$/,
  /^Nonce: (?<nonce>[0-9A-Za-z]+)$/,
  /^Issued At: (?<issuedAt>\S+)$/,
  /^Expiration Time: \S+$/,
  /^Resources:$/,
  /^- (?<resource>\S+)$/,
];

/** Reads a signed text line by line; null when it is not exactly of the form that proves a referral. */
export function parseSignedMessage(text: string): SignedMessage | null {
  const lines = text.split('\n');
  if (lines.length !== FORM.length) return null;
  const fields = new Map<string, string>();
  for (const [index, form] of FORM.entries()) {
    const match = form.exec(lines[index] ?? '');
    if (match === null) return null;
    for (const [name, value] of Object.entries(match.groups ?? {})) fields.set(name, value);
  }
  const field = (name: string): string => fields.get(name) ?? '';
  return {
    domain: field('domain'),
    address: field('address'),
    uri: field('uri'),
    nonce: field('nonce'),
    issuedAt: new Date(field('issuedAt')),
    resource: field('resource'),
  };
}
