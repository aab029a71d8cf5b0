import { Socket } from 'node:net';
import { Client, defaults, Pool, type PoolClient, type PoolConfig } from 'pg';
import { DataSource } from 'typeorm';
import { sourceOptions, type Entities } from '../database.js';
import type { Opening } from '../version.js';

export const APPLICATION_NAME = 'pyramidion';

/**
 * What connections of one process are for: how many there are at most, and what they ask of the server besides. A server
 * of PostgreSQL allows 100 in all unless told otherwise.
 */
const USES = {
  /** A transaction reads everything as it is at one moment. */
  reading: {
    poolSize: 4,
    default_transaction_read_only: 'on',
    default_transaction_isolation: 'repeatable read',
  },
  writing: { poolSize: 8 },
  /** Others may have to be waited for, and what is to be done may take long. */
  migrating: { poolSize: 1, lock_timeout: 0 },
} as const;

/** Time to get a connection, for which one may have to wait until others are done, in milliseconds. */
const CONNECT_TIMEOUT_MS = 5_000;

/** The same, and time to get an answer, for what can be done without. */
const SHORT_TIMEOUT_MS = 1_000;

/** Time without a word on a connection in use until it is given up, in milliseconds: a tool has statements that take long. */
const SILENCE_TIMEOUT_MS = { 'of a server': 6_000, 'of a tool': 600_000 };

/** Unused connections are closed after this time, in milliseconds; a new one has yet to learn what the triggers say. */
const IDLE_TIMEOUT_MS = 60_000;

/** What a connection of a tool asks of the server. Times are in milliseconds. */
const TOOL_SETTINGS = {
  default_transaction_isolation: 'read committed',
  /** An acknowledged COMMIT has reached the disk. */
  synchronous_commit: 'on',
  lock_timeout: 3_000,
};

const SETTINGS = {
  'of a tool': TOOL_SETTINGS,
  /** Visitors wait. */
  'of a server': {
    ...TOOL_SETTINGS,
    statement_timeout: 5_000,
    /** So that a process that was stopped in mid-write does not hold up the others. */
    idle_in_transaction_session_timeout: 10_000,
  },
};

/** Connections to the database at `url`, which are yet to be made. */
export function postgresSource(
  url: string,
  use: keyof typeof USES,
  opening: Opening,
  entities: Entities = [],
): DataSource {
  const { poolSize, ...settings } = USES[use];
  return new DataSource({
    type: 'postgres',
    url,
    poolSize,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    applicationName: APPLICATION_NAME,
    parseInt8: true,
    installExtensions: false,
    ...sourceOptions(entities),
    poolErrorHandler: replaceBroken,
    driver: { Pool: SilenceLimitedPool, defaults },
    extra: {
      silenceTimeoutMs: use === 'migrating' ? 0 : SILENCE_TIMEOUT_MS[opening],
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      options: toOptions({ ...SETTINGS[opening], ...settings }),
    },
  });
}

/** Connections for the shared rate limits, which nobody waits for longer than a second or two. */
export function rateLimitPool(url: string): Pool {
  const pool = new SilenceLimitedPool({
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: SHORT_TIMEOUT_MS,
    query_timeout: SHORT_TIMEOUT_MS,
    silenceTimeoutMs: SILENCE_TIMEOUT_MS['of a server'],
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    application_name: APPLICATION_NAME,
    options: toOptions(SETTINGS['of a server']),
  });
  return pool.on('error', replaceBroken);
}

/** A connection that breaks while nobody uses it is replaced by the next one that is needed. */
function replaceBroken(): void {}

function toOptions(settings: Readonly<Record<string, string | number>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${String(value).replaceAll(' ', '\\ ')}`)
    .join(' ');
}

/**
 * Cuts a connection in use on which nothing comes for some time: the server at its other end is gone or frozen. With 0
 * nobody is cut, and while nobody uses one it may be silent.
 */
class SilenceLimitedPool extends Pool {
  constructor(config: PoolConfig & { readonly silenceTimeoutMs: number }) {
    super(config);
    this.on('acquire', (client) => limitSilence(client, config.silenceTimeoutMs));
    this.on('release', (_error, client) => limitSilence(client, 0));
  }
}

function limitSilence(client: PoolClient, timeoutMs: number): void {
  if (!(client instanceof Client)) return;
  const { stream } = client.connection;
  if (stream instanceof Socket) stream.setTimeout(timeoutMs, cut);
}

function cut(this: Socket): void {
  this.destroy();
}
