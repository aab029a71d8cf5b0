export interface SignInInput {
  readonly domain: string;
  readonly address: string;
  readonly statement?: string;
  readonly uri?: string;
  readonly version?: string;
  readonly chainId?: string;
  readonly nonce?: string;
  readonly issuedAt?: string;
  readonly expirationTime?: string;
  readonly notBefore?: string;
  readonly requestId?: string;
  readonly resources?: readonly string[];
}

/** Returns the sign-in text that a wallet signs. The source text of this function is also injected into the page. */
export function signInText(input: SignInInput): string {
  const labelled = {
    URI: input.uri,
    Version: input.version,
    'Chain ID': input.chainId,
    Nonce: input.nonce,
    'Issued At': input.issuedAt,
    'Expiration Time': input.expirationTime,
    'Not Before': input.notBefore,
    'Request ID': input.requestId,
  };
  const fields = Object.entries(labelled).flatMap(([label, value]) =>
    value === undefined ? [] : [`${label}: ${value}`],
  );
  if (input.resources) fields.push('Resources:', ...input.resources.map((each) => `- ${each}`));
  const head = `${input.domain} wants you to sign in with your Solana account:\n${input.address}`;
  const paragraphs = [head, input.statement, fields.join('\n')];
  return paragraphs.filter(Boolean).join('\n\n');
}
