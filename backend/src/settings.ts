import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse, populate } from 'dotenv';
import { distance } from 'fastest-levenshtein';
import { z } from 'zod';
import type { DatabaseLocation } from './database/database.js';
import { StartError } from './core/errors.js';
import { LOG_LEVELS } from './core/log.js';
import { isWalletAddress } from './shared/referral-link.js';

const SQLITE_PREFIX = 'sqlite:';

const HOUR_MS = 3_600_000;

/** A name of at least this length that differs from a setting by at most this many letters is a typo. */
const MIN_TELLING_NAME = 8;
const MAX_TYPO = 2;

/** Matches an unquoted value in `.env` that a `#` without a space before it cuts off. */
const CUT = /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=(?![ \t]*['"`])[^#\r\n]*(?<![ \t])#/m;

export const MIN_SECRET_LENGTH = 32;

export type Settings = Readonly<ReturnType<typeof parseSettings>>;

export type BackupSettings = NonNullable<Settings['backups']>;

export const SETTINGS = Symbol('settings');

const isUrlLike =
  (pattern: RegExp) =>
  (text: string): boolean =>
    URL.canParse(text) && pattern.test(new URL(text).href);

const isWebUrl = isUrlLike(/^https?:/);
const isOrigin = isUrlLike(/^https?:\/\/[^/@]+\/$/);
const isPostgres = isUrlLike(/^postgres(ql)?:\/\/[^/]*\/[^?#]/);

const isSqliteFile = (text: string): boolean =>
  text.startsWith(SQLITE_PREFIX) && !/^sqlite:(:memory:)?$/.test(text);

const checked = (isRight: (text: string) => boolean, message: string) =>
  z.string().refine(isRight, message);

const wholeNumber = (what: string, min: number, max: number) =>
  checked(
    (text) => /^\d{1,8}$/.test(text) && Number(text) >= min && Number(text) <= max,
    `must be ${what} from ${min} to ${max}`,
  ).transform(Number);

const secret = z
  .string()
  .min(MIN_SECRET_LENGTH, `must be at least ${MIN_SECRET_LENGTH} characters, chosen by chance`);

const list = (text: string): string[] => text.split(',').map((part) => part.trim());

const originOf = (text: string): string => new URL(text).origin;

const environmentSchema = z.object({
  PORT: wholeNumber('a port', 1, 65_535).default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a host name or an IP address')
    .default('127.0.0.1'),
  PUBLIC_ORIGIN: checked(
    isOrigin,
    'must be an origin such as https://example.org, without a path or a query',
  )
    .transform(originOf)
    .optional(),
  FORMER_ORIGINS: checked(
    (text) => list(text).every(isOrigin),
    'must be origins such as https://example.org, with commas between',
  )
    .transform((text) => list(text).map(originOf))
    .default([]),
  DATABASE_URL: checked(
    (text) => isSqliteFile(text) || isPostgres(text),
    'must be sqlite: and the path of a file, such as sqlite:./data/pyramidion.sqlite, or postgres://user:password@host:port/database',
  ).default('sqlite:./data/pyramidion.sqlite'),
  SOLANA_RPC_URL: checked(
    (text) => list(text).every(isWebUrl) && new Set(list(text)).size === list(text).length,
    'must be the http or https address of a Solana RPC node, or several with commas between, each once',
  )
    .transform(list)
    .default(['https://api.mainnet-beta.solana.com']),
  SOLANA_RPC_CALLS_PER_SECOND: wholeNumber('a whole number of calls,', 1, 100_000).default(100),
  TOKEN_MINT: checked(
    isWalletAddress,
    'must be the address of a mint: base58 of exactly 32 bytes',
  ).optional(),
  TOKEN_CHART_URL: checked(isWebUrl, 'must be an http or https address').optional(),
  SESSION_SECRET: secret.optional(),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(https:|mailto:)\S+$/, 'must be an https or a mailto address')
    .optional(),
  METRICS_TOKEN: secret.optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  CALLS_FACTOR: wholeNumber('a whole number', 1, 100).default(1),
  HSTS_SUBDOMAINS: z.enum(['on', 'off'], 'must be on or off').default('off'),
  TRUSTED_TYPES: z.enum(['enforce', 'off'], 'must be enforce or off').default('enforce'),
  BACKUP_DIR: z.string().optional(),
  BACKUP_EVERY: wholeNumber('a number of hours', 1, 720).default(24),
  BACKUP_KEEP: wholeNumber('a number of backups', 1, 1_000).default(7),
  CLAIM_DAYS: wholeNumber('a number of days', 1, 3_650).default(30),
  MAX_CLAIMS: wholeNumber('a whole number of claims,', 1, 10_000_000).default(1_000_000),
  NEW_WALLETS_PER_ADDRESS: wholeNumber('a whole number of wallets a day,', 1, 1_000_000).default(
    2_000,
  ),
  TRUST_PROXY: z
    .string()
    .regex(/^(off|\d|10)$/, 'must be off or the number of proxies in front, at most 10')
    .transform((text) => (text === 'off' ? 0 : Number(text)))
    .default(0),
});

/**
 * Parses environment variables; an empty one counts as unset.
 * @throws StartError naming every invalid variable, or one whose name is nearly a setting's
 */
export function parseSettings(environment: Readonly<Record<string, string | undefined>>) {
  const given = Object.entries(environment).filter(
    ([, value]) => value !== undefined && value.trim() !== '',
  );
  rejectMisspelt(given.map(([name]) => name));
  const { data: values, error } = environmentSchema.safeParse(Object.fromEntries(given));
  if (error !== undefined) {
    const flaws = error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    throw new StartError(flaws.join('; '));
  }
  const tokenMint = values.TOKEN_MINT ?? null;
  return {
    port: values.PORT,
    host: values.HOST,
    /** Origin of referral links, without a trailing slash. */
    publicOrigin: values.PUBLIC_ORIGIN ?? `http://localhost:${values.PORT}`,
    /** Earlier origins, in any order. Proofs signed there stay valid. */
    formerOrigins: values.FORMER_ORIGINS,
    database: locationOf(values.DATABASE_URL),
    /** Solana nodes in the order of use. Their URLs may hold keys, so only their hosts are logged. */
    solanaRpcUrls: values.SOLANA_RPC_URL,
    /** Calls to each node in a second, for all visitors together. */
    solanaRpcCallsPerSecond: values.SOLANA_RPC_CALLS_PER_SECOND,
    /** Null before the launch. */
    tokenMint,
    tokenChartUrl:
      values.TOKEN_CHART_URL ?? `https://pump.fun${tokenMint === null ? '' : `/coin/${tokenMint}`}`,
    logLevel: values.LOG_LEVEL,
    /** Signs the cookies; null for the secret kept beside the SQLite file. */
    sessionSecret: values.SESSION_SECRET ?? null,
    /** Null if only this machine may read the metrics. */
    metricsToken: values.METRICS_TOKEN ?? null,
    securityContact: values.SECURITY_CONTACT ?? null,
    backups:
      values.BACKUP_DIR === undefined
        ? null
        : {
            /** Absolute path; created if missing. */
            folder: resolve(values.BACKUP_DIR),
            everyMs: values.BACKUP_EVERY * HOUR_MS,
            /** Older backups are deleted. */
            keep: values.BACKUP_KEEP,
          },
    trustedTypes: values.TRUSTED_TYPES,
    /** Multiplies the limits of calls, 1 to 100. */
    callsFactor: values.CALLS_FACTOR,
    hstsSubdomains: values.HSTS_SUBDOMAINS === 'on',
    /** Days until an unproven claim expires. */
    claimDays: values.CLAIM_DAYS,
    /** Claims in all; beyond that, the oldest end. */
    maxClaims: values.MAX_CLAIMS,
    /** New wallets of one address in a UTC day, by claims and sign-ins. */
    newWalletsPerAddress: values.NEW_WALLETS_PER_ADDRESS,
    /** Proxies in front whose X-Forwarded-For is trusted. */
    trustedProxies: values.TRUST_PROXY,
  };
}

/**
 * Loads the settings from the environment and from `.env` in the working directory.
 * @throws StartError naming every invalid variable, or `.env` if it is unreadable or a `#` cuts a value
 */
export function loadSettings(): Settings {
  const file = resolve('.env');
  const text = readIfThere(file);
  const [, cut] = CUT.exec(text) ?? [];
  if (cut !== undefined) {
    throw new StartError(
      `${file}: the value of ${cut} is cut at its #, which begins a comment: put the value between quotes, or a space before the comment`,
    );
  }
  populate(process.env, parse(text));
  return parseSettings(process.env);
}

function readIfThere(file: string): string {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  } catch (error) {
    throw new StartError(
      `${file} cannot be read (${String(error)}): let this user read it, or remove it`,
    );
  }
}

/** Rejects names that are nearly a setting's, which would be ignored silently. Short names are not checked. */
function rejectMisspelt(names: readonly string[]): void {
  for (const name of names) {
    const meant = Object.keys(environmentSchema.shape).find(
      (known) => known.length >= MIN_TELLING_NAME && distance(name, known) <= MAX_TYPO,
    );
    if (meant !== undefined && meant !== name && !(name in environmentSchema.shape)) {
      throw new StartError(`${name} is no setting: rename it to ${meant}, or remove it`);
    }
  }
}

function locationOf(databaseUrl: string): DatabaseLocation {
  return isPostgres(databaseUrl)
    ? { kind: 'postgres', url: databaseUrl }
    : { kind: 'sqlite', path: realPath(resolve(databaseUrl.slice(SQLITE_PREFIX.length))) };
}

/** The lock and the log belong beside the file, not beside a link to it. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
