import { Socket } from 'node:net';
import { Client, defaults, Pool, type ClientBase, type PoolConfig } from 'pg';
import { DataSource } from 'typeorm';
import { sourceOptions, type Entities } from '../source-options.js';
import type { Role } from '../version.js';
import { applySettings, type SessionSettings } from './session-settings.js';

const APPLICATION_NAME = 'pyramidion';

/**
 * What connections of one process are for: how many there are at most, and their settings besides {@link SETTINGS}. A
 * server of PostgreSQL allows 100 connections in all by default.
 */
const USES = {
  /** A transaction reads everything as it is at one moment. */
  reading: {
    poolSize: 4,
    settings: {
      default_transaction_read_only: 'on',
      default_transaction_isolation: 'repeatable read',
    },
  },
  writing: { poolSize: 8, settings: {} },
  /** A migration may have to wait for others, and take long. */
  migrating: { poolSize: 1, settings: { lock_timeout: '0' } },
} as const;

/** Time to get a connection, for which one may have to wait until others are done, in milliseconds. */
const CONNECT_TIMEOUT_MS = 5_000;

/** The same, for what can be done without. */
const SHORT_TIMEOUT_MS = 1_000;

/** Time without a word on a connection in use until it is given up, in milliseconds: a tool has statements that take long. */
const SILENCE_TIMEOUT_MS = { server: 6_000, tool: 600_000 };

/** Unused connections are closed after this time, in milliseconds; a new one has yet to learn what the triggers say. */
const IDLE_TIMEOUT_MS = 60_000;

/** The settings of a tool's connections. */
const TOOL_SETTINGS = {
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  /** An acknowledged COMMIT has reached the disk. */
  synchronous_commit: 'on',
  /** With replica, triggers and foreign keys would not apply. */
  session_replication_role: 'origin',
  /** With off, a backslash would escape. */
  standard_conforming_strings: 'on',
  lock_timeout: '3s',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
};

export const SETTINGS: Readonly<Record<Role, SessionSettings>> = {
  tool: TOOL_SETTINGS,
  /** Visitors wait. */
  server: {
    ...TOOL_SETTINGS,
    statement_timeout: '5s',
    /** A process that was stopped in mid-write must not block the others. */
    idle_in_transaction_session_timeout: '10s',
  },
};

/** Connections to the database at `url`, which are yet to be made. */
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

/** Connections for the shared rate limits, which nobody waits for longer than a second or two. */
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

/** One connection outside of any pool, with the settings of the user. @throws when the server does not answer within 5 s */
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

/** A pool replaces a connection that breaks while idle. */
function ignoreBroken(): void {}

interface CheckedPoolConfig extends PoolConfig {
  readonly settings: SessionSettings;
  /** Time without a word on a connection in use until it is cut: its server is gone or frozen. 0 for never. */
  readonly silenceTimeoutMs: number;
}

/** Connections whose settings were read back before anybody uses them, and which are cut when they fall silent in use. */
class CheckedPool extends Pool {
  constructor(config: CheckedPoolConfig) {
    super({
      ...config,
      verify: (client, done) => {
        applySettings(client, config.settings).then(() => done(), done);
      },
    });
    this.on('acquire', (client) => limitSilence(client, config.silenceTimeoutMs));
    this.on('release', (_error, client) => limitSilence(client, 0));
  }
}

function limitSilence(client: ClientBase, timeoutMs: number): void {
  if (!(client instanceof Client)) return;
  const { stream } = client.connection;
  if (stream instanceof Socket) stream.setTimeout(timeoutMs, cut);
}

function cut(this: Socket): void {
  this.destroy();
}
