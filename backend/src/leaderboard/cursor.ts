import { PLACE_LENGTH } from './place.js';

const PLACE_PATTERN = new RegExp(`^[0-9A-F]{${PLACE_LENGTH}}$`);

/** The opaque text that asks for the entries after `place`. */
export function encodeCursor(place: string): string {
  return Buffer.from(place, 'hex').toString('base64url');
}

/** The place that a cursor of ours stands for, or null when it is not one of ours. */
export function decodeCursor(cursor: string): string | null {
  const place = Buffer.from(cursor, 'base64url').toString('hex').toUpperCase();
  return PLACE_PATTERN.test(place) && encodeCursor(place) === cursor ? place : null;
}
