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

/** Names at least so long are taken for misspelt settings, and letters that may be wrong in one; two that are swapped count twice. */
const MIN_TELLING_NAME = 8;
const MAX_TYPO = 2;

/** In `.env`, a value without quotes in which `#` begins a comment that is not set off by a space, which nobody means. */
const CUT = /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=(?![ \t]*['"`])[^#\r\n]*(?<![ \t])#/m;

export const MIN_SECRET_LENGTH = 32;

/** Everything the operator may choose, checked and ready to use. */
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
 * The settings that these environment variables spell; an empty variable counts as unset.
 * @throws StartError naming every variable that is wrong, or one whose name is nearly a setting's
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
    /** What that was before, in any order: proofs stand that were signed there. */
    formerOrigins: values.FORMER_ORIGINS,
    database: locationOf(values.DATABASE_URL),
    /** Upstreams of `/api/rpc`, at least one, in the order that they are asked. They may hold keys: neither a browser nor the log sees more than their hosts. */
    solanaRpcUrls: values.SOLANA_RPC_URL,
    /** Calls to each of those nodes in a second, for all visitors together. */
    solanaRpcCallsPerSecond: values.SOLANA_RPC_CALLS_PER_SECOND,
    /** Address of the $SHARES mint, or null before the launch. */
    tokenMint,
    tokenChartUrl:
      values.TOKEN_CHART_URL ?? `https://pump.fun${tokenMint === null ? '' : `/coin/${tokenMint}`}`,
    logLevel: values.LOG_LEVEL,
    /** Signs the cookies; null for the secret that is kept beside the SQLite file. It never leaves the server. */
    sessionSecret: values.SESSION_SECRET ?? null,
    /** Lets whoever has it read the metrics; null for nobody but this machine. */
    metricsToken: values.METRICS_TOKEN ?? null,
    securityContact: values.SECURITY_CONTACT ?? null,
    backups:
      values.BACKUP_DIR === undefined
        ? null
        : {
            /** Absolute path; it is made when it is missing. */
            folder: resolve(values.BACKUP_DIR),
            everyMs: values.BACKUP_EVERY * HOUR_MS,
            /** How many there are at most: the oldest go. */
            keep: values.BACKUP_KEEP,
          },
    /** Whether a page's script that assigns unvouched text is stopped, or only reported. */
    trustedTypes: values.TRUSTED_TYPES,
    /** How many times as often as its limit says an address may call, 1 to 100. */
    callsFactor: values.CALLS_FACTOR,
    /** Whether browsers are told to ask for the subdomains of the public origin by https only, too. */
    hstsSubdomains: values.HSTS_SUBDOMAINS === 'on',
    /** How long a claim may wait for its proof, in days; then it counts no more. */
    claimDays: values.CLAIM_DAYS,
    /** Claims without a proof, of all wallets together; beyond that, the oldest give way. */
    maxClaims: values.MAX_CLAIMS,
    /** New wallets that may come from one address in a UTC day, by claims and sign-ins. */
    newWalletsPerAddress: values.NEW_WALLETS_PER_ADDRESS,
    /** Proxies in front of the server whose X-Forwarded-For is believed; 0 for none. */
    trustedProxies: values.TRUST_PROXY,
  };
}

/**
 * The settings of this process: its environment, completed by a `.env` file in the working directory.
 * @throws StartError naming every variable that is wrong, or that file when it cannot be read or a `#` would cut a value
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

/** A setting by another name would be ignored, and nobody would know. Short names are like too many others. */
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

/** Lock and log of a file stand beside it, not beside a link that leads to it. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
