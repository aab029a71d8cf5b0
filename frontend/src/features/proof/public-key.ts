import bs58 from 'bs58';

const KEY_BYTES = 32;

/** Maximum length of 32 bytes in base58. Much longer input is slow to decode. */
const MAX_ADDRESS = 44;

/**
 * The y coordinates of the eight points of small order, little-endian and without the sign bit. The coordinates 0 and 1
 * are also encoded as p and p + 1, where p is the field's prime.
 */
const SMALL_ORDER_POINTS: ReadonlySet<string> = new Set([
  `00${'00'.repeat(31)}`,
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
]);

/**
 * Returns the public key of an address; null if the address is malformed or its key has small order. Anyone can forge
 * signatures for a key of small order.
 */
export function publicKeyOf(address: string): Uint8Array<ArrayBuffer> | null {
  if (address.length > MAX_ADDRESS) return null;
  const bytes = bs58.decodeUnsafe(address);
  if (bytes?.length !== KEY_BYTES) return null;
  const key = new Uint8Array(bytes);
  return SMALL_ORDER_POINTS.has(hexWithoutSign(key)) ? null : key;
}

function hexWithoutSign(key: Uint8Array): string {
  return Array.from(key, (byte, index) =>
    (index === KEY_BYTES - 1 ? byte & 0x7f : byte).toString(16).padStart(2, '0'),
  ).join('');
}
