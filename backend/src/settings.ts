import { realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import type { DatabaseLocation } from './database/database.js';
import { Endpoint, flawOfAddress, hasCredentials, isPercentEncoded } from './core/endpoint.js';
import { StartError } from './core/errors.js';
import { LOG_LEVELS } from './core/log.js';
import { isPublicOrigin } from './core/loopback.js';
import { isRefusedPort } from './core/ports.js';
import { wholeNumber } from './core/whole-number.js';
import { readEnvFile } from './env-file.js';
import { isWalletAddress } from './shared/referral-link.js';

const SQLITE_PREFIX = 'sqlite:';

const HOUR_MS = 3_600_000;

const NEVER_MEANT: readonly (readonly [pattern: RegExp, flaw: string])[] = [
  [
    /^["'`]|["'`]$/,
    'begins or ends with a quotation mark, which would be part of the value: remove it',
  ],
  [/\$[{(]/, 'contains ${…}, which is not expanded: write the value out'],
  // Unicode's categories C and Z, except U+0020.
  [/\p{C}|[^\P{Z} ]/u, 'contains an invisible character: type the value again'],
];

export const MIN_SECRET_LENGTH = 32;

const NOTICE_FORMATS = ['json', 'slack', 'discord', 'gotify', 'ntfy'] as const;

export type NoticeFormat = (typeof NOTICE_FORMATS)[number];

export type OperatorSettings = NonNullable<Settings['operator']>;

export type BackupSettings = NonNullable<Settings['backups']>;

const isPostgres = (text: string): boolean =>
  URL.canParse(text) && /^postgres(ql)?:\/\/[^/]*\/[^?#]/.test(new URL(text).href);

/** Rejects `sqlite://data/...`, where `data` would be a host, and `~`, which only shells expand. */
const isSqliteFile = (text: string): boolean => /^sqlite:(?!\/\/[^/]|~|:memory:)[^?#]+$/.test(text);

const list = (text: string): string[] => text.split(',').map((part) => part.trim());

const checked = (isRight: (text: string) => boolean, message: string) =>
  z.string().refine(isRight, message);

type FlawOf = (address: URL) => string | null;

const addressesIn = (split: (text: string) => string[], kind: string, flawOf: FlawOf) =>
  z.string().transform((text, context) => {
    const addresses = split(text);
    const flaws = addresses.map((each) => flawOfAddress(each, kind) ?? flawOf(new URL(each)));
    const flaw = flaws.find((each) => each !== null) ?? null;
    if (flaw === null) return addresses;
    context.addIssue(flaw);
    return z.NEVER;
  });

const addressOf = (kind: string, flawOf: FlawOf = () => null) =>
  addressesIn((text) => [text], kind, flawOf).transform(([address = '']) => address);

const addressesOf = (kind: string, flawOf: FlawOf = () => null) => addressesIn(list, kind, flawOf);

/** Hosts in a signed message: see FORM in `verify/signed-text.ts`. */
const SIGNED_HOST = /^[0-9a-z.:[\]-]+$/;

const publicOnly: FlawOf = ({ href }) =>
  hasCredentials(href) ? 'must be without user and password, since every visitor sees it' : null;

const originOnly =
  (kind: string): FlawOf =>
  ({ href, origin, host }) => {
    if (href !== `${origin}/`) return `must be ${kind}`;
    return SIGNED_HOST.test(host) ? null : 'must be on a host of letters, digits, dots and hyphens';
  };

const originOf = (text: string): string => new URL(text).origin;

const ORIGIN = 'an origin such as https://example.org, without a path or a query';
const ORIGINS = 'origins such as https://example.org, with commas between';
const WEB = 'an http or https address';
const NODES =
  'the http or https address of a Solana RPC node, or several with commas between, each once';

const toEndpoint = (address: string): Endpoint => new Endpoint(address);

const isPostgresDatabase = (text: string): boolean => {
  if (!isPostgres(text)) return false;
  const { username, password, pathname } = new URL(text);
  return isPercentEncoded(username, password, pathname);
};

const amount = (what: string, min: number, max: number) =>
  wholeNumber(min, max, `must be ${what} from ${min} to ${max}`);

const port = amount('a port', 1, 65_535).refine(
  (number) => !isRefusedPort(number),
  'must be a port that browsers connect to: use another one',
);

const secret = z
  .string()
  .min(MIN_SECRET_LENGTH, `must be at least ${MIN_SECRET_LENGTH} random characters`);

const token = secret.regex(/^[!-~]+$/, 'must be printable ASCII characters without a space');

const folder = checked(
  (text) => !text.startsWith('~'),
  'must be the path of a folder, in which ~ is not expanded',
);

const environmentSchema = z.object({
  PORT: port.default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a host name or an IP address')
    .default('127.0.0.1'),
  PUBLIC_ORIGIN: addressOf(ORIGIN, originOnly(ORIGIN)).transform(originOf).optional(),
  FORMER_ORIGINS: addressesOf(ORIGINS, originOnly(ORIGINS))
    .transform((origins) => origins.map(originOf))
    .default([]),
  DATABASE_URL: checked(
    (text) => isSqliteFile(text) || isPostgresDatabase(text),
    'must be sqlite: and the path of a file, such as sqlite:./data/pyramidion.sqlite or sqlite:/srv/pyramidion.sqlite, or postgres://user:password@host:port/database',
  ).default('sqlite:./data/pyramidion.sqlite'),
  SOLANA_RPC_URL: addressesOf(NODES)
    .refine((nodes) => new Set(nodes).size === nodes.length, `must be ${NODES}`)
    .transform((nodes) => nodes.map(toEndpoint))
    .default([new Endpoint('https://api.mainnet-beta.solana.com')]),
  SOLANA_RPC_CALLS_PER_SECOND: amount('a whole number of calls,', 1, 100_000).default(100),
  TOKEN_MINT: checked(
    isWalletAddress,
    'must be the address of a mint: base58 of exactly 32 bytes',
  ).optional(),
  TOKEN_CHART_URL: addressOf(WEB, publicOnly).optional(),
  SESSION_SECRET: secret.optional(),
  SECURITY_CONTACT: checked(
    (text) =>
      /^mailto:\S+$/.test(text) ||
      (text.startsWith('https://') && flawOfAddress(text, '') === null && !hasCredentials(text)),
    'must be a mailto address, or an https address without user and password',
  ).optional(),
  METRICS_TOKEN: token.optional(),
  NOTIFY_URL: addressOf(WEB).transform(toEndpoint).optional(),
  NOTIFY_FORMAT: z.enum(NOTICE_FORMATS, `must be one of ${NOTICE_FORMATS.join(', ')}`).optional(),
  OPERATOR_PORT: port.optional(),
  OPERATOR_TOKEN: token.optional(),
  TRANSPARENCY_LOG_DIR: folder.optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  CALLS_FACTOR: amount('a whole number', 1, 100).default(1),
  HSTS_SUBDOMAINS: z.enum(['on', 'off'], 'must be on or off').default('off'),
  TRUSTED_TYPES: z.enum(['enforce', 'off'], 'must be enforce or off').default('enforce'),
  BACKUP_DIR: folder.optional(),
  BACKUP_EVERY: amount('a number of hours', 1, 720).default(24),
  BACKUP_KEEP: amount('a number of backups', 1, 1_000).default(7),
  CLAIM_DAYS: amount('a number of days', 1, 3_650).default(30),
  MAX_CLAIMS: amount('a whole number of claims,', 1, 10_000_000).default(1_000_000),
  NEW_WALLETS_PER_ADDRESS: amount('a whole number of wallets a day,', 1, 1_000_000).default(2_000),
  TRUST_PROXY: z
    .union(
      [z.literal('off').transform(() => 0), wholeNumber(0, 10)],
      'must be off or the number of proxies in front, at most 10',
    )
    .default(0),
});

type Values = z.infer<typeof environmentSchema>;

export const SETTING_NAMES: readonly string[] = Object.keys(environmentSchema.shape);

type Environment = Readonly<Record<string, string | undefined>>;

/** Parses the environment before the fields of {@link Settings} are set. */
class ParsedEnvironment {
  protected readonly values;

  constructor(environment: Environment) {
    if (valueIn(environment, 'LOG_DIR') !== '') {
      throw new StartError('LOG_DIR has another name now: rename it to TRANSPARENCY_LOG_DIR');
    }
    this.values = parseValues(givenIn(environment));
  }
}

export class Settings extends ParsedEnvironment {
  readonly port = this.values.PORT;
  readonly host = this.values.HOST;
  /** Without a trailing slash. */
  readonly publicOrigin = this.values.PUBLIC_ORIGIN ?? `http://localhost:${this.values.PORT}`;
  readonly formerOrigins = this.values.FORMER_ORIGINS;
  readonly database = locationOf(this.values.DATABASE_URL);
  /** In order of preference. */
  readonly solanaNodes = this.values.SOLANA_RPC_URL;
  /** Maximum number of calls per second that a process makes to each node for its visitors. */
  readonly solanaRpcCallsPerSecond = this.values.SOLANA_RPC_CALLS_PER_SECOND;
  readonly tokenMint = this.values.TOKEN_MINT ?? null;
  readonly tokenChartUrl =
    this.values.TOKEN_CHART_URL ??
    `https://pump.fun${this.tokenMint === null ? '' : `/coin/${this.tokenMint}`}`;
  readonly logLevel = this.values.LOG_LEVEL;
  /** Null to use the file `session-secret`. */
  readonly sessionSecret = this.values.SESSION_SECRET ?? null;
  /** If null, only this machine may read the metrics, and only if the site is neither public nor behind a proxy. */
  readonly metricsToken = this.values.METRICS_TOKEN ?? null;
  readonly noticeReceiver = this.values.NOTIFY_URL ?? null;
  /** Null to choose it by the receiver's URL. */
  readonly noticeFormat = this.values.NOTIFY_FORMAT ?? null;
  readonly operator = operatorOf(this.values);
  readonly transparencyLogFolder = logFolderOf(this.values.TRANSPARENCY_LOG_DIR, this.database);
  readonly securityContact = this.values.SECURITY_CONTACT ?? null;
  readonly backups =
    this.values.BACKUP_DIR === undefined
      ? null
      : {
          folder: resolve(this.values.BACKUP_DIR),
          everyMs: this.values.BACKUP_EVERY * HOUR_MS,
          keep: this.values.BACKUP_KEEP,
        };
  readonly trustedTypes = this.values.TRUSTED_TYPES;
  /** Factor of the rate limits per minute, 1 to 100. */
  readonly callsFactor = this.values.CALLS_FACTOR;
  readonly hstsSubdomains = this.values.HSTS_SUBDOMAINS === 'on';
  readonly claimDays = this.values.CLAIM_DAYS;
  /** Number of unproven claims to keep; a sweep ends the oldest ones beyond it. */
  readonly maxClaims = this.values.MAX_CLAIMS;
  /** Maximum number of new wallets per client and UTC day, counted separately for claims and for sign-ins. */
  readonly newWalletsPerAddress = this.values.NEW_WALLETS_PER_ADDRESS;
  readonly trustedProxies = this.values.TRUST_PROXY;
  readonly warnings: readonly string[];

  /**
   * An empty variable counts as unset, and surrounding space is removed.
   * @throws StartError that names the variables to correct
   */
  constructor(environment: Environment, warnings: readonly string[] = []) {
    super(environment);
    this.warnings = [...warnings, ...plainHttpIn(this.publicOrigin)];
  }
}

function operatorOf({ OPERATOR_PORT: port, OPERATOR_TOKEN: token }: Values) {
  if (port !== undefined && token !== undefined) return { port, token };
  if (port === token) return null;
  throw new StartError('OPERATOR_PORT and OPERATOR_TOKEN belong together: set both or neither');
}

const valueIn = (environment: Environment, name: string): string => environment[name]?.trim() ?? '';

function givenIn(environment: Environment) {
  return Object.fromEntries(
    SETTING_NAMES.flatMap((name) => {
      const value = valueIn(environment, name);
      return value === '' ? [] : [[name, value]];
    }),
  );
}

function parseValues(given: Readonly<Record<string, string>>) {
  const { data, error } = environmentSchema.safeParse(given);
  const flaws = new Map<string, string>();
  for (const [name, value] of Object.entries(given)) {
    const [, flaw] = NEVER_MEANT.find(([pattern]) => pattern.test(value)) ?? [];
    if (flaw !== undefined) flaws.set(name, flaw);
  }
  for (const { path, message } of error?.issues ?? []) {
    const name = path.join('.');
    if (!flaws.has(name)) flaws.set(name, message);
  }
  if (data !== undefined && flaws.size === 0) return data;
  throw new StartError(Array.from(flaws, ([name, flaw]) => `${name} ${flaw}`).join('; '));
}

function plainHttpIn(origin: string): string[] {
  const isWrong = isPublicOrigin(origin) && origin.startsWith('http:');
  return isWrong ? [`PUBLIC_ORIGIN ${origin} is plain http: Phantom works on https only`] : [];
}

/**
 * Loads the settings from the environment and from `.env` in the working directory.
 * @throws StartError that names the variables to correct, or `.env` if it is unusable
 */
export function loadSettings(): Settings {
  const { values, warnings } = readEnvFile(resolve('.env'), SETTING_NAMES);
  for (const [name, value] of Object.entries(values)) {
    if (valueIn(process.env, name) === '') process.env[name] = value;
  }
  return new Settings(process.env, warnings);
}

interface EffectiveSetting {
  readonly name: string;
  /** Null if unset and without a default. Secrets are masked. */
  readonly value: string | null;
  readonly source: 'environment' | '.env' | 'default';
}

/** Loads the settings like {@link loadSettings}, and returns each with its source. */
export function explainSettings(): { settings: EffectiveSetting[]; warnings: readonly string[] } {
  const environment = givenIn(process.env);
  const loaded = loadSettings();
  const given = givenIn(process.env);
  const effective: Readonly<Record<string, Value>> = {
    ...parseValues(given),
    ...effectiveValues(loaded),
  };
  const settings = SETTING_NAMES.map((name): EffectiveSetting => {
    const isGiven = name in given;
    const source = name in environment ? 'environment' : isGiven ? '.env' : 'default';
    return { name, value: textOf(name, effective[name]), source };
  });
  return { settings, warnings: loaded.warnings };
}

function effectiveValues(settings: Settings) {
  const { publicOrigin, tokenChartUrl, database, backups, transparencyLogFolder } = settings;
  return {
    PUBLIC_ORIGIN: publicOrigin,
    TOKEN_CHART_URL: tokenChartUrl,
    BACKUP_DIR: backups?.folder,
    TRANSPARENCY_LOG_DIR: transparencyLogFolder,
    DATABASE_URL: database.kind === 'sqlite' ? SQLITE_PREFIX + database.path : database.url,
  };
}

type Value = string | number | Endpoint | readonly (string | Endpoint)[] | undefined;

function textOf(name: string, value: Value): string | null {
  if (value === undefined) return null;
  const parts = [value].flat();
  const shown = parts.map((part) => {
    if (part instanceof Endpoint) return part.host;
    const text = String(part);
    switch (name) {
      case 'SESSION_SECRET':
      case 'METRICS_TOKEN':
      case 'OPERATOR_TOKEN':
        return `set, ${text.length} characters`;
      case 'DATABASE_URL':
        return withoutPassword(text);
      default:
        return text;
    }
  });
  return shown.join(', ');
}

function withoutPassword(databaseUrl: string): string {
  if (!isPostgres(databaseUrl)) return databaseUrl;
  const url = new URL(databaseUrl);
  if (url.password !== '') url.password = '***';
  if (url.searchParams.has('password')) url.searchParams.set('password', '***');
  return url.href;
}

function logFolderOf(folder: string | undefined, database: DatabaseLocation): string {
  if (folder !== undefined) return resolve(folder);
  return database.kind === 'sqlite' ? dirname(database.path) : resolve('data');
}

function locationOf(databaseUrl: string): DatabaseLocation {
  return isPostgres(databaseUrl)
    ? { kind: 'postgres', url: databaseUrl }
    : { kind: 'sqlite', path: realPath(resolve(databaseUrl.slice(SQLITE_PREFIX.length))) };
}

/** Resolves links if the file exists: the lock and the write-ahead log must be beside the file itself. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
