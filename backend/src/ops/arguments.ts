import { InvalidArgumentError } from 'commander';
import { z } from 'zod';
import type { DatabaseLocation } from '../database/database.js';
import { Settings } from '../settings.js';
import { StartError } from '../core/errors.js';
import { wholeNumber } from '../core/whole-number.js';
import { walletAddressSchema } from '../wallet/address.js';

function parseBy<Value>(schema: z.ZodType<Value>, message: string): (text: string) => Value {
  return (text) => {
    const { data } = schema.safeParse(text);
    if (data !== undefined) return data;
    throw new InvalidArgumentError(message);
  };
}

export const parseWallet = parseBy(
  walletAddressSchema,
  'It must be a Solana wallet address: base58 of exactly 32 bytes.',
);

/** An entry of the transparency log with a reason of this length is well below the entries' limit of 65,535 bytes. */
const MAX_WORDS = 10_000;

export const parseWords = parseBy(
  z.string().trim().min(1).max(MAX_WORDS),
  `It must have 1 to ${MAX_WORDS.toLocaleString('en')} characters.`,
);

export const parseTime = parseBy(
  z.union([z.iso.date(), z.iso.datetime()]).transform((text) => new Date(text).toISOString()),
  'It must be a UTC time like 2026-11-21 or 2026-11-21T12:00:00Z.',
);

/** Returns null if the text is not an http or https URL. */
export function siteOf(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? url : null;
}

export const parseCount = (max: number): ((text: string) => number) =>
  parseBy(wholeNumber(1, max), `It must be a whole number from 1 to ${max}.`);

export function parseLocation(text: string): DatabaseLocation {
  try {
    return new Settings({ DATABASE_URL: text }).database;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    throw new InvalidArgumentError(`${error.message.replace(/^DATABASE_URL/, 'It')}.`);
  }
}
