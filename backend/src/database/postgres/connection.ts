import { Socket } from 'node:net';
import { Client, defaults, Pool, type ClientBase, type PoolConfig } from 'pg';
import { DataSource } from 'typeorm';
import { sourceOptions, type Entities } from '../source-options.js';
import type { Role } from '../version.js';
import { databaseErrorCode } from '../database-errors.js';
import { applySettings, type SessionSettings } from './session-settings.js';

const APPLICATION_NAME = 'pyramidion';

const READING = {
  default_transaction_read_only: 'on',
  default_transaction_isolation: 'repeatable read',
};

const USES = {
  reading: { poolSize: 4, settings: READING },
  costlyReading: { poolSize: 2, settings: READING },
  backgroundReading: { poolSize: 1, settings: READING },
  writing: { poolSize: 1, settings: {} },
  migrating: { poolSize: 1, settings: { lock_timeout: '0' } },
} as const;

/** Timeout for getting a connection, including the wait for a free one. */
const CONNECT_TIMEOUT_MS = 5_000;

const SHORT_TIMEOUT_MS = 1_000;

/** Time without traffic after which a connection in use is closed. Tools run long statements. */
const SILENCE_TIMEOUT_MS = { server: 6_000, tool: 600_000 };

const IDLE_TIMEOUT_MS = 60_000;

/** SQLSTATE of a write on a standby. */
const READ_ONLY = '25006';

const TOOL_SETTINGS = {
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  synchronous_commit: 'on',
  /** `replica` would disable triggers and foreign keys. */
  session_replication_role: 'origin',
  /** With `off`, a backslash in a string would begin an escape. */
  standard_conforming_strings: 'on',
  /** With the default of 4, PostgreSQL may scan a whole table where an index is faster. */
  random_page_cost: '1.1',
  lock_timeout: '3s',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
};

export const SETTINGS: Readonly<Record<Role, SessionSettings>> = {
  tool: TOOL_SETTINGS,
  server: {
    ...TOOL_SETTINGS,
    statement_timeout: '5s',
    /** A process that is suspended during a transaction must not block others. */
    idle_in_transaction_session_timeout: '10s',
  },
};

export function postgresSource(
  url: string,
  use: keyof typeof USES,
  role: Role,
  entities: Entities = [],
): DataSource {
  const { poolSize, settings } = USES[use];
  return new DataSource({
    type: 'postgres',
    url,
    poolSize,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    applicationName: APPLICATION_NAME,
    parseInt8: true,
    installExtensions: false,
    ...sourceOptions(entities),
    poolErrorHandler: ignoreBroken,
    driver: { Pool: CheckedPool, defaults },
    extra: {
      silenceTimeoutMs: use === 'migrating' ? 0 : SILENCE_TIMEOUT_MS[role],
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      settings: { ...SETTINGS[role], ...settings },
    },
  });
}

export function rateLimitPool(url: string): Pool {
  const pool = new CheckedPool({
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: SHORT_TIMEOUT_MS,
    query_timeout: SHORT_TIMEOUT_MS,
    silenceTimeoutMs: SILENCE_TIMEOUT_MS['server'],
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    application_name: APPLICATION_NAME,
    settings: SETTINGS['server'],
  });
  return pool.on('error', ignoreBroken);
}

/** Opens one connection without our settings. @throws if that fails or takes more than 5 s */
export async function connectAlone(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
    application_name: APPLICATION_NAME,
  });
  client.on('error', ignoreBroken);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** A broken connection makes its statements fail, so its error event needs no handling. */
function ignoreBroken(): void {}

interface CheckedPoolConfig extends PoolConfig {
  readonly settings: SessionSettings;
  /** 0 disables the timeout. */
  readonly silenceTimeoutMs: number;
}

/**
 * A pool that sets and checks the settings of each new connection, and closes a connection in use that is silent for
 * too long.
 */
class CheckedPool extends Pool {
  constructor(config: CheckedPoolConfig) {
    super({
      ...config,
      verify: (client, done) => {
        applySettings(client, config.settings).then(() => done(), done);
      },
    });
    // While `verify` runs, the connection has no other listener, and an error without a listener would end the process.
    this.on('connect', (client) => client.on('error', ignoreBroken));
    this.on('connect', closeOnStandby);
    this.on('acquire', (client) => limitSilence(client, config.silenceTimeoutMs));
    this.on('release', (_error, client) => limitSilence(client, 0));
  }
}

/** Closes a connection that rejects a write as read-only: after a failover, it may still lead to the old primary. */
function closeOnStandby(client: ClientBase): void {
  if (!(client instanceof Client)) return;
  client.connection.on('errorMessage', (error: unknown) => {
    if (databaseErrorCode(error) === READ_ONLY) void client.end();
  });
}

function limitSilence(client: ClientBase, timeoutMs: number): void {
  if (!(client instanceof Client)) return;
  const { stream } = client.connection;
  if (stream instanceof Socket) stream.setTimeout(timeoutMs, cut);
}

function cut(this: Socket): void {
  this.destroy();
}
