import { referralLink } from '@backend/shared/referral-link';
import type { ProofEntry } from '@backend/transparency-log/log-entry.schema';
import { fromBase64 } from '@/lib/base64';
import { publicKeyOf } from './public-key';

/** `fails` if any check fails, `unchecked` if only the signature could not be checked, else `holds`. */
export type Verdict = 'holds' | 'fails' | 'unchecked';

export type CheckedProof = Awaited<ReturnType<typeof checkProof>>;

/**
 * Checks a proof in this browser, without the network.
 *
 * @param origins current and former origins of this site
 */
export async function checkProof(proof: ProofEntry, origins: readonly string[]) {
  const { message, recruit, referrer, at } = proof;
  const key = publicKeyOf(recruit);
  const signature = fromBase64(proof.signature);
  const signed = readSignedText(message);
  /** The origin of this site that the text names, or the current one. */
  const origin = origins.find((each) => each === signed?.uri) ?? origins[0] ?? '';
  const checks = {
    /** The recruit's address is a public key that somebody can own. */
    key: key !== null,
    /** The recruit signed exactly this text; null if the browser cannot check it. */
    signature: key && signature ? await checkSignature(key, signature, message) : false,
    /** The text is a sign-in to a current or former origin of this site. */
    site: signed?.uri === origin && signed.domain === origin.replace(/^https?:\/\//, ''),
    /** The text names the recruit as signer. */
    signer: signed?.signer === recruit,
    /** The text's only resource is the referrer's link, and the referrer is not the recruit. */
    referrer: signed?.resource === referralLink(origin, referrer) && referrer !== recruit,
    /** The proof was recorded while the text was valid. */
    time: signed !== null && signed.issuedAt <= at && at <= signed.expirationTime,
  };
  return { checks, verdict: verdictOf(Object.values(checks)), origin };
}

function verdictOf(results: readonly (boolean | null)[]): Verdict {
  if (results.includes(false)) return 'fails';
  return results.includes(null) ? 'unchecked' : 'holds';
}

/**
 * True if a signature is valid, checked by the browser's own Ed25519 (WebCrypto). Null if the browser has none, or
 * withholds it because the page is not https.
 */
export async function checkSignature(
  key: BufferSource,
  signature: BufferSource,
  message: string,
): Promise<boolean | null> {
  if (!('subtle' in crypto)) return null;
  const { subtle } = crypto;
  try {
    const imported = await subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
    return await subtle.verify('Ed25519', imported, signature, new TextEncoder().encode(message));
  } catch (error) {
    const unsupported = error instanceof DOMException && error.name === 'NotSupportedError';
    return unsupported ? null : false;
  }
}

/** Longest validity of a text, in ms. */
const MAX_VALIDITY_MS = 300_000;

/** A Sign In With Solana text with every field in order, one resource, and nothing else. */
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

/**
 * Parses a signed text: host and origin, signer, referral link, and the period of validity. Returns null for any other
 * form.
 */
export function readSignedText(text: string) {
  const { domain, signer, uri, resource, issuedAt, expirationTime } = FORM.exec(text)?.groups ?? {};
  if (!domain || !signer || !uri || !resource) return null;
  if (!isTime(issuedAt) || !isTime(expirationTime)) return null;
  const validity = Date.parse(expirationTime) - Date.parse(issuedAt);
  if (validity <= 0 || validity > MAX_VALIDITY_MS) return null;
  return { domain, signer, uri, resource, issuedAt, expirationTime };
}

/** True for a UTC time as `toISOString` writes it; such times compare as text. */
function isTime(text: string | undefined): text is string {
  const time = new Date(text ?? '');
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}
