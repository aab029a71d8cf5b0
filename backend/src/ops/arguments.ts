import { InvalidArgumentError } from 'commander';
import type { DatabaseLocation } from '../database/database.js';
import { parseSettings } from '../settings.js';
import { StartError } from '../core/errors.js';
import { weekSchema } from '../core/week.js';
import { isWalletAddress } from '../wallet/address.js';

export function parseWallet(text: string): string {
  if (isWalletAddress(text)) return text;
  throw new InvalidArgumentError('It must be a Solana wallet address: base58 of exactly 32 bytes.');
}

export function parseLocation(text: string): DatabaseLocation {
  try {
    return parseSettings({ DATABASE_URL: text }).database;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    throw new InvalidArgumentError(`${error.message.replace(/^DATABASE_URL/, 'It')}.`);
  }
}

/** A UTC week on the command line. */
export function parseWeek(text: string): string {
  const { data } = weekSchema.safeParse(text);
  if (data !== undefined) return data;
  throw new InvalidArgumentError('It must be a week, such as 2026-W48.');
}

/** Words on the command line that must say something. */
export function parseWords(text: string): string {
  if (text.trim() !== '') return text.trim();
  throw new InvalidArgumentError('It must not be empty.');
}

/** A day or a time on the command line, such as 2026-11-21 or 2026-11-21T12:00:00Z, as ISO 8601 in UTC. */
export function parseTime(text: string): string {
  const time = new Date(text);
  if (/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(text) && !Number.isNaN(time.getTime())) {
    return time.toISOString();
  }
  throw new InvalidArgumentError('It must be a UTC time like 2026-11-21 or 2026-11-21T12:00:00Z.');
}

/** A number on the command line, from 1 to `max`. */
export function parseCount(max: number): (text: string) => number {
  return (text) => {
    const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    if (count >= 1 && count <= max) return count;
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${max}.`);
  };
}
