import { createHash } from 'node:crypto';

const VKEY = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/;

/** The signature type of cosignatures (C2SP tlog-cosignature). */
const COSIGNATURE = 4;

/** A C2SP witness of the transparency log. */
export interface Witness {
  readonly url: string;
  /** Name of the witness's key. */
  readonly name: string;
  /** The signature type and the public key. */
  readonly typedKey: Buffer;
}

/** Returns the ID of a key under a name: 4 bytes (C2SP signed-note). */
export function keyId(name: string, typedKey: Buffer): Buffer {
  return createHash('sha256').update(`${name}\n`).update(typedKey).digest().subarray(0, 4);
}

/** Parses the vkey and the address of a witness, with a space between; null if one of them is malformed. */
export function parseWitness(text: string): Witness | null {
  const [vkey = '', url = '', ...more] = text.split(' ');
  const [, name = '', id, key = ''] = VKEY.exec(vkey) ?? [];
  const typedKey = Buffer.from(key, 'base64');
  const isKey = typedKey[0] === COSIGNATURE && keyId(name, typedKey).toString('hex') === id;
  const isUrl = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  return isKey && isUrl && more.length === 0 ? { url, name, typedKey } : null;
}
