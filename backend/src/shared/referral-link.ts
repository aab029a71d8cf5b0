import bs58 from 'bs58';

const ADDRESS_LENGTH = { min: 32, max: 44 };

const ADDRESS_BYTES = 32;

/** Captures the value of each `ref` parameter, and the text after a leading `/r/`. */
const REFS = /(?:(?:^|[^\w-])ref(?:\[\w*\])?\s*[=＝:]|^\/r\/)([^&?#;]*)/gi;

/** Matches 20 base58 characters in a row, which few words have. */
const PART_OF_ADDRESS = /[1-9A-HJ-NP-Za-km-z]{20}/;

const MAX_ENCODINGS = 3;

/** True if the text is a wallet address: base58 that decodes to exactly 32 bytes. */
export function isWalletAddress(text: string): boolean {
  if (text.length < ADDRESS_LENGTH.min || text.length > ADDRESS_LENGTH.max) return false;
  return bs58.decodeUnsafe(text)?.length === ADDRESS_BYTES;
}

/**
 * Returns the referral link of a wallet (docs/product.md, Referrals).
 * @param origin without a trailing slash
 */
export function referralLink(origin: string, referrer: string): string {
  return `${origin}/?ref=${referrer}`;
}

/**
 * Returns the first address that a link has in a `ref` parameter or after a leading `/r/`, or null.
 * @param link path, query and fragment of a URL; or a whole URL, in which only `ref` is found
 */
export function referrerOf(link: string): string | null {
  return refsOf(link).map(firstAddress).find(isFound) ?? null;
}

/**
 * True if there is no address where {@link referrerOf} looks, but 20 base58 characters in a row, as in a link that was
 * cut off.
 */
export function isDamagedLink(link: string): boolean {
  return referrerOf(link) === null && refsOf(link).some((ref) => PART_OF_ADDRESS.test(ref));
}

/** Returns the first address in a text, or null. Addresses in `ref` parameters take precedence. */
export function walletIn(text: string): string | null {
  return referrerOf(text) ?? firstAddress(unescapeLink(text));
}

function refsOf(link: string): string[] {
  return Array.from(unescapeLink(link).matchAll(REFS), ([, value = '']) => value);
}

function firstAddress(text: string): string | null {
  const words = text.match(/[a-z\d]+/gi) ?? [];
  // Quoted-printable mail writes `=` as `=3D`.
  const spellings = words.flatMap((word) => [word, word.replace(/^3D/i, '')]);
  return spellings.find(isWalletAddress) ?? null;
}

function isFound(address: string | null): address is string {
  return address !== null;
}

function unescapeLink(link: string): string {
  let text = link;
  for (let round = 0; round < MAX_ENCODINGS; round += 1) {
    text = text
      .replace(/(?:%[\da-f]{2})+/gi, decodePercent)
      .replace(/&(?:amp|#38|#x26);/gi, '&')
      .replace(/&(?:equals|#61|#x3d);/gi, '=')
      .replace(/&#?\w+;/g, ' ');
  }
  return text.replace(/\p{Cf}/gu, '');
}

/** Invalid UTF-8 becomes a space, which ends the address. */
function decodePercent(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return ' ';
  }
}
