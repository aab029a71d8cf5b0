import type { ProofLine } from '@backend/proofs/proofs.schema';
import { referralLink } from '@backend/shared/referral-link';
import { publicKeyOf } from './public-key';

/** All hold, something does not, or nothing failed but the browser could not check the signature. */
export type Verdict = 'holds' | 'fails' | 'unchecked';

export type CheckedProof = Awaited<ReturnType<typeof checkProof>>;

/**
 * Checks a proof without asking anybody.
 *
 * @param origins of this site, as referral links have or had them
 */
export async function checkProof(proof: ProofLine, origins: readonly string[]) {
  const { recruit, referrer, provenAt } = proof;
  const key = publicKeyOf(recruit);
  const message = bytesOfBase64(proof.message);
  const signature = bytesOfBase64(proof.signature);
  /** What the recruit's wallet showed and signed; empty when it is no text. */
  const text = textOf(message);
  const signed = readSignedText(text);
  /** The one of this site's origins that the text is checked against. */
  const origin = origins.find((each) => each === signed?.uri) ?? origins[0] ?? '';
  const checks = {
    /** The recruit's address is a key that somebody can own. */
    key: key !== null,
    /** The signature is the recruit's, over this very text; null where the browser cannot tell. */
    signature: key && message && signature ? await checkSignature(key, signature, message) : false,
    /** The text is a sign-in to this site, as it is called now or was before. */
    site: signed?.uri === origin && signed.domain === origin.replace(/^https?:\/\//, ''),
    /** The text names the recruit as the one who signs. */
    signer: signed?.signer === recruit,
    /** The text's one resource is the referrer's link, and the referrer is another wallet. */
    referrer: signed?.resource === referralLink(origin, referrer) && referrer !== recruit,
    /** It was proven while the text was valid. */
    time: signed !== null && signed.issuedAt <= provenAt && provenAt <= signed.expirationTime,
  };
  return { checks, verdict: verdictOf(Object.values(checks)), origin, text };
}

function verdictOf(results: readonly (boolean | null)[]): Verdict {
  if (results.includes(false)) return 'fails';
  return results.includes(null) ? 'unchecked' : 'holds';
}

function textOf(message: Uint8Array | null): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message ?? undefined);
  } catch {
    return '';
  }
}

/**
 * Whether a signature over a message is the key's, by the browser's own Ed25519 (WebCrypto); null in a
 * browser that has none, or that keeps it from pages without https.
 */
export async function checkSignature(
  key: BufferSource,
  signature: BufferSource,
  message: BufferSource,
): Promise<boolean | null> {
  if (!('subtle' in crypto)) return null;
  const { subtle } = crypto;
  try {
    const imported = await subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
    return await subtle.verify('Ed25519', imported, signature, message);
  } catch (error) {
    const unsupported = error instanceof DOMException && error.name === 'NotSupportedError';
    return unsupported ? null : false;
  }
}

/** The bytes of base64 in its only spelling. */
function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(text);
    if (btoa(binary) !== text) return null;
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** The longest that a text may be valid, in ms. */
const MAX_VALIDITY_MS = 300_000;

/** The text of Sign In With Solana with every field in its place, one resource, and nothing besides. */
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
 * Reads a signed text: host and origin of the site that asked, the wallet that it says it was signed by, the one address
 * that was signed for, a referral link, and from when to when it is valid. Null for a text of any other form.
 */
export function readSignedText(text: string) {
  const { domain, signer, uri, resource, issuedAt, expirationTime } = FORM.exec(text)?.groups ?? {};
  if (!domain || !signer || !uri || !resource) return null;
  if (!isTime(issuedAt) || !isTime(expirationTime)) return null;
  const validity = Date.parse(expirationTime) - Date.parse(issuedAt);
  if (validity <= 0 || validity > MAX_VALIDITY_MS) return null;
  return { domain, signer, uri, resource, issuedAt, expirationTime };
}

/** True for a UTC time in the spelling of `toISOString`, so that times compare as text. */
function isTime(text: string | undefined): text is string {
  const time = new Date(text ?? '');
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}
