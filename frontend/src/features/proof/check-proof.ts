import type { ProofLine } from '@backend/proofs/proofs.schema';
import { referralLink } from '@/features/referral/referral-link';
import { publicKeyOf } from './public-key';

/** What was checked of a proof, in the order of the checks. */
export interface Checks {
  /** The recruit's address is a key that somebody can own. */
  readonly key: boolean;
  /** The signature is the recruit's, over this very text; null where the browser cannot tell. */
  readonly signature: boolean | null;
  /** The text is a sign-in to this site, as it is called now or was before. */
  readonly site: boolean;
  /** The text names the recruit as the one who signs. */
  readonly signer: boolean;
  /** The text's one resource is the referrer's link, and the referrer is another wallet. */
  readonly referrer: boolean;
}

/** All hold, something does not, or nothing failed but the browser could not check the signature. */
export type Verdict = 'holds' | 'fails' | 'unchecked';

export interface CheckedProof {
  readonly checks: Checks;
  readonly verdict: Verdict;
  /** The one of this site's origins that the text was checked against. */
  readonly origin: string;
  /** What the recruit's wallet showed and signed; empty when it is no text. */
  readonly text: string;
}

/**
 * Checks a proof without asking anybody.
 *
 * @param origins of this site, as referral links have or had them
 */
export async function checkProof(
  proof: ProofLine,
  origins: readonly string[],
): Promise<CheckedProof> {
  const { recruit, referrer } = proof;
  const key = publicKeyOf(recruit);
  const message = bytesOfBase64(proof.message);
  const signature = bytesOfBase64(proof.signature);
  const text = textOf(message);
  const signed = readSignedText(text);
  const origin = origins.find((each) => each === signed?.uri) ?? origins[0] ?? '';
  const checks = {
    key: key !== null,
    signature: key && message && signature ? await checkSignature(key, signature, message) : false,
    site: signed?.uri === origin && signed.domain === origin.replace(/^https?:\/\//, ''),
    signer: signed?.signer === recruit,
    referrer: signed?.resource === referralLink(origin, referrer) && referrer !== recruit,
  };
  return { checks, verdict: verdictOf(checks), origin, text };
}

function verdictOf({ signature, ...others }: Checks): Verdict {
  if (signature === false || Object.values(others).includes(false)) return 'fails';
  return signature === null ? 'unchecked' : 'holds';
}

/** The text that bytes spell, or an empty one. */
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

/** The bytes that a base64 text spells, or null when it spells none. */
function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** What a signed sign-in text says, as far as a proof needs it. */
interface SignedText {
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
  return domain && signer && uri && resource ? { domain, signer, uri, resource } : null;
}
