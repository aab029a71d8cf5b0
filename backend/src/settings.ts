import { resolve } from 'node:path';
import { distance } from 'fastest-levenshtein';
import { z } from 'zod';
import type { DatabaseLocation } from './database/database.js';
import { StartError } from './core/errors.js';
import { LOG_LEVELS } from './core/log.js';
import { completeByEnvFile } from './env-file.js';
import { isWalletAddress } from './wallet/address.js';

const SQLITE_PREFIX = 'sqlite:';
const POSTGRES_PROTOCOLS = /^postgres(ql)?:$/;

const HOUR_MS = 3_600_000;

/** Names at least so long are taken for misspelt settings, and letters that may be wrong in one; two that are swapped count twice. */
const MIN_TELLING_NAME = 8;
const MAX_TYPO = 2;

/** Characters that a secret must have to be one. */
export const MIN_SECRET_LENGTH = 32;

/** Everything the operator may choose, checked and ready to use. */
export type Settings = Readonly<ReturnType<typeof parseSettings>>;

/** Where and how often the server backs its database up by itself. */
export type BackupSettings = NonNullable<Settings['backups']>;

/** Where the settings are injected. */
export const SETTINGS = Symbol('settings');

function isWebUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function isOrigin(text: string): boolean {
  return isWebUrl(text) && new URL(text).href === `${new URL(text).origin}/`;
}

function isSqliteFile(text: string): boolean {
  return text.startsWith(SQLITE_PREFIX) && !/^sqlite:(:memory:)?$/.test(text);
}

function isPostgres(text: string): boolean {
  return (
    URL.canParse(text) &&
    POSTGRES_PROTOCOLS.test(new URL(text).protocol) &&
    new URL(text).pathname.length > 1
  );
}

const wholeNumber = (min: number, max: number, message: string) =>
  z
    .string()
    .regex(/^\d{1,8}$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message));

const secret = z
  .string()
  .min(MIN_SECRET_LENGTH, `must be at least ${MIN_SECRET_LENGTH} characters, chosen by chance`);

const list = (text: string): string[] => text.split(',').map((part) => part.trim());

const environmentSchema = z.object({
  PORT: wholeNumber(1, 65_535, 'must be a port from 1 to 65535').default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a host name or an IP address')
    .default('127.0.0.1'),
  PUBLIC_ORIGIN: z
    .string()
    .refine(isOrigin, 'must be an origin such as https://example.org, without a path or a query')
    .transform((text) => new URL(text).origin)
    .optional(),
  FORMER_ORIGINS: z
    .string()
    .default('')
    .transform((text) => (text === '' ? [] : list(text)))
    .refine(
      (origins) => origins.every(isOrigin),
      'must be origins such as https://example.org, with commas between',
    )
    .transform((origins) => origins.map((text) => new URL(text).origin)),
  DATABASE_URL: z
    .string()
    .refine(
      (text) => isSqliteFile(text) || isPostgres(text),
      'must be sqlite: and the path of a file, such as sqlite:./data/pyramidion.sqlite, or postgres://user:password@host:port/database',
    )
    .default('sqlite:./data/pyramidion.sqlite'),
  SOLANA_RPC_URL: z
    .string()
    .default('https://api.mainnet-beta.solana.com')
    .transform(list)
    .refine(
      (urls) => urls.every(isWebUrl) && new Set(urls).size === urls.length,
      'must be the http or https address of a Solana RPC node, or several with commas between, each once',
    ),
  SOLANA_RPC_CALLS_PER_SECOND: wholeNumber(
    1,
    100_000,
    'must be a whole number of calls, from 1 to 100000',
  ).default(100),
  TOKEN_MINT: z
    .string()
    .refine(isWalletAddress, 'must be the address of a mint: base58 of exactly 32 bytes')
    .optional(),
  TOKEN_CHART_URL: z.string().refine(isWebUrl, 'must be an http or https address').optional(),
  SESSION_SECRET: secret.optional(),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(https:|mailto:)\S+$/, 'must be an https or a mailto address')
    .optional(),
  METRICS_TOKEN: secret.optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  CALLS_FACTOR: wholeNumber(1, 100, 'must be a whole number from 1 to 100').default(1),
  HSTS_SUBDOMAINS: z.enum(['on', 'off'], 'must be on or off').default('off'),
  TRUSTED_TYPES: z.enum(['enforce', 'report'], 'must be enforce or report').default('enforce'),
  BACKUP_DIR: z.string().optional(),
  BACKUP_EVERY: wholeNumber(1, 720, 'must be a number of hours from 1 to 720').default(24),
  BACKUP_KEEP: wholeNumber(1, 1_000, 'must be a number of backups from 1 to 1000').default(7),
  CLAIM_DAYS: wholeNumber(1, 3_650, 'must be a number of days from 1 to 3650').default(30),
  MAX_CLAIMS: wholeNumber(
    1,
    10_000_000,
    'must be a whole number of claims, from 1 to 10000000',
  ).default(1_000_000),
  CLAIMS_PER_ADDRESS: wholeNumber(
    1,
    1_000_000,
    'must be a whole number of claims a day, from 1 to 1000000',
  ).default(2_000),
  TRUST_PROXY: z
    .string()
    .transform((text) => (text === 'off' ? '0' : text))
    .pipe(wholeNumber(0, 10, 'must be off or the number of proxies in front, at most 10'))
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
  refuseMisspelt(given.map(([name]) => name));
  const result = environmentSchema.safeParse(Object.fromEntries(given));
  if (!result.success) throw new StartError(describeIssues(result.error));
  const values = result.data;
  const tokenMint = values.TOKEN_MINT ?? null;
  return {
    /** Port to listen on, 1 to 65535. */
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
    /** Where Buy More Shares leads. */
    tokenChartUrl: values.TOKEN_CHART_URL ?? chartOf(tokenMint),
    logLevel: values.LOG_LEVEL,
    /** Signs the cookies; null for the secret that is kept beside the SQLite file. It never leaves the server. */
    sessionSecret: values.SESSION_SECRET ?? null,
    /** Lets whoever has it read the metrics; null for nobody but this machine. */
    metricsToken: values.METRICS_TOKEN ?? null,
    /** Where to write about a weakness, as security.txt has it; null for nowhere. */
    securityContact: values.SECURITY_CONTACT ?? null,
    /** Null for none. */
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
    /** How many times as often as its budget says an address may call, 1 to 100. */
    callsFactor: values.CALLS_FACTOR,
    /** Whether browsers are told to ask for the subdomains of the public origin by https only, too. */
    hstsSubdomains: values.HSTS_SUBDOMAINS === 'on',
    /** How long a claim may wait for its proof, in days; then it counts no more. */
    claimDays: values.CLAIM_DAYS,
    /** Claims without a proof, of all wallets together; beyond that, the oldest give way. */
    maxClaims: values.MAX_CLAIMS,
    /** Claims that one address may make in a UTC day. */
    claimsPerAddress: values.CLAIMS_PER_ADDRESS,
    /** Proxies in front of the server whose X-Forwarded-For is believed; 0 for none. */
    trustedProxies: values.TRUST_PROXY,
  };
}

/**
 * The settings of this process: its environment, completed by a `.env` file in the working directory.
 * @throws StartError naming every variable that is wrong, or that file when it cannot be read
 */
export function loadSettings(): Settings {
  completeByEnvFile(process.env);
  return parseSettings(process.env);
}

/** A setting by another name would be ignored, and nobody would know. Short names are like too many others. */
function refuseMisspelt(names: readonly string[]): void {
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
    : { kind: 'sqlite', path: resolve(databaseUrl.slice(SQLITE_PREFIX.length)) };
}

function chartOf(tokenMint: string | null): string {
  return tokenMint === null ? 'https://pump.fun' : `https://pump.fun/coin/${tokenMint}`;
}

function describeIssues(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ');
}
