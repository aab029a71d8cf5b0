const MS_A_DAY = 86_400_000;

/** For how many days what it says is promised to hold; RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

interface Reachable {
  /** An https or mailto address; null for nobody. */
  readonly securityContact: string | null;
  readonly publicOrigin: string;
}

/** Whom to tell of a weakness, as `/.well-known/security.txt` (RFC 9116); null when there is nobody to tell. */
export function securityTextOf(
  { securityContact, publicOrigin }: Reachable,
  now: Date,
): string | null {
  if (securityContact === null) return null;
  const expires = new Date(now.getTime() + VALID_DAYS * MS_A_DAY).toISOString();
  return [
    `Contact: ${securityContact}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${publicOrigin}/.well-known/security.txt`,
    '',
  ].join('\n');
}
