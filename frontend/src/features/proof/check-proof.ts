import { referralLink } from '@backend/shared/referral-link';
import type { ProofEntry } from '@backend/transparency-log/log-entry.schema';
import { fromBase64 } from '@/lib/base64';
import { publicKeyOf } from './public-key';

/** Returns the first fault of a proof, or null. `origins` are the current and former origins of this site. */
export async function faultOf(
  { message, recruit, referrer, signature, at }: ProofEntry,
  origins: readonly string[],
): Promise<string | null> {
  const key = publicKeyOf(recruit);
  if (!key) return 'the recruit is not a key that only one can sign for';
  const bytes = fromBase64(signature);
  if (!bytes || !(await isSignature(key, bytes, message))) {
    return 'the signature is not the recruit’s over this text';
  }
  const signed = readSignedText(message);
  if (!signed) return 'the text is not a sign-in with one referral link';
  const { uri, domain, signer, resource, issuedAt, expirationTime } = signed;
  if (!origins.includes(uri) || domain !== uri.replace(/^https?:\/\//, '')) {
    return 'the text is a sign-in to another site';
  }
  if (signer !== recruit) return 'the text names another signer';
  if (resource !== referralLink(uri, referrer)) return 'the text names another referrer';
  if (referrer === recruit) return 'the recruit is its own referrer';
  const isInTime = issuedAt <= at && at <= expirationTime;
  return isInTime ? null : 'it was recorded while the text was not valid';
}

/** True if this browser can check Ed25519 signatures on this page. */
export async function canCheckSignatures(): Promise<boolean> {
  if (!('subtle' in crypto)) return false;
  return crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']).then(
    () => true,
    () => false,
  );
}

/** True if the browser's WebCrypto accepts the Ed25519 signature. */
export async function isSignature(
  key: BufferSource,
  signature: BufferSource,
  message: string,
): Promise<boolean> {
  try {
    const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
    const bytes = new TextEncoder().encode(message);
    return await crypto.subtle.verify('Ed25519', imported, signature, bytes);
  } catch {
    return false;
  }
}

const MAX_VALIDITY_MS = 300_000;

/** Matches a Sign In With Solana text with these fields in this order, one resource, and nothing else. */
const FORM = new RegExp(
  [
    '^(?<domain>[0-9a-z.:[\\]-]+) wants you to sign in with your Solana account:',
    '(?<signer>[1-9A-HJ-NP-Za-km-z]{32,44})',
    '',
    '[ -~]+',
    '',
    'URI: (?<uri>https?://[0-9a-z.:[\\]-]+)',
    'Version: 1',
    'Chain ID: mainnet',
    'Nonce: [0-9A-Za-z]{22,64}',
    'Issued At: (?<issuedAt>\\S+)',
    'Expiration Time: (?<expirationTime>\\S+)',
    'Resources:',
    '- (?<resource>[!-~]+)$',
  ].join('\\n'),
);

/** Returns the fields of a signed text; null if it does not match {@link FORM} or its period of validity is invalid. */
export function readSignedText(text: string) {
  const { domain, signer, uri, resource, issuedAt, expirationTime } = FORM.exec(text)?.groups ?? {};
  if (!domain || !signer || !uri || !resource) return null;
  if (!isTime(issuedAt) || !isTime(expirationTime)) return null;
  const validity = Date.parse(expirationTime) - Date.parse(issuedAt);
  if (validity <= 0 || validity > MAX_VALIDITY_MS) return null;
  return { domain, signer, uri, resource, issuedAt, expirationTime };
}

/** True for a UTC time in the format of `toISOString`. With four-digit years, these times compare as text. */
function isTime(text: string | undefined): text is string {
  const time = new Date(text ?? '');
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}
