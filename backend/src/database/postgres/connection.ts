import { Socket } from 'node:net';
import type { PoolClient, PoolConfig } from 'pg';
import { Client, defaults, Pool } from 'pg';
import { DataSource } from 'typeorm';
import type { Entities } from '../database.js';
import { sourceOptions } from '../database.js';
import type { Opening } from '../version.js';

const APPLICATION_NAME = 'pyramidion';

/** Connections of one process; a server of PostgreSQL allows 100 in all unless told otherwise. */
const MAX_READING = 4;
const MAX_WRITING = 8;
const MAX_COUNTING = 2;

/** One has the turn, the other does the work. */
const MAX_MIGRATING = 2;

/** Time to get a connection, for which one may have to wait until others are done, in milliseconds. */
const CONNECT_TIMEOUT_MS = 5_000;

/** The same, and time to get an answer, for what can be done without. */
const SHORT_TIMEOUT_MS = 1_000;

/** Time without a word on a connection in use until it is given up, in milliseconds: a tool has statements that take long. */
const SILENCE_TIMEOUT_MS = { 'of a server': 6_000, 'of a tool': 600_000 };

/** Unused connections are closed after this time, in milliseconds; a new one has yet to learn what the triggers say. */
const IDLE_TIMEOUT_MS = 60_000;

/** What a connection asks of the server. Times are in milliseconds. */
const SESSION_SETTINGS = {
  default_transaction_isolation: 'read committed',
  synchronous_commit: 'on',
  lock_timeout: 3_000,
};

/** The same, where visitors wait. */
const SERVER_SESSION_SETTINGS = {
  ...SESSION_SETTINGS,
  statement_timeout: 5_000,
  /** So that a process that was stopped in mid-write does not hold up the others. */
  idle_in_transaction_session_timeout: 10_000,
};

/** Opens a database for writing. An acknowledged COMMIT has reached the disk. */
export async function openForWriting(
  url: string,
  opening: Opening,
  entities: Entities = [],
): Promise<DataSource> {
  return open(url, opening, MAX_WRITING, { entities });
}

/** Opens a database for bringing it up to date, which waits until others have. */
export async function openForMigrating(url: string): Promise<DataSource> {
  return open(url, 'of a tool', MAX_MIGRATING, {
    settings: { lock_timeout: '0' },
    silenceTimeoutMs: 0,
  });
}

/** Opens a database for reading only. */
export async function openForReading(
  url: string,
  opening: Opening,
  entities: Entities = [],
): Promise<DataSource> {
  return open(url, opening, MAX_READING, {
    entities,
    settings: { default_transaction_read_only: 'on' },
  });
}

/**
 * Connections for counting calls, which nobody waits for longer than a second or two.
 * @throws Error when there is none to be had
 */
export async function openForCounting(url: string): Promise<Pool> {
  const pool = new SilenceLimitedPool({
    connectionString: url,
    max: MAX_COUNTING,
    connectionTimeoutMillis: SHORT_TIMEOUT_MS,
    query_timeout: SHORT_TIMEOUT_MS,
    silenceTimeoutMs: SILENCE_TIMEOUT_MS['of a server'],
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    application_name: APPLICATION_NAME,
    options: toOptions(SERVER_SESSION_SETTINGS),
  });
  pool.on('error', replaceBroken);
  (await pool.connect()).release();
  return pool;
}

interface Choices {
  readonly entities?: Entities;
  readonly settings?: Record<string, string>;
  /** How long a connection on which something is under way may be silent, in milliseconds; 0 for as long as it takes. */
  readonly silenceTimeoutMs?: number;
}

async function open(
  url: string,
  opening: Opening,
  poolSize: number,
  { entities = [], settings = {}, silenceTimeoutMs = SILENCE_TIMEOUT_MS[opening] }: Choices = {},
): Promise<DataSource> {
  const dataSource = new DataSource({
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
      silenceTimeoutMs,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      options: toOptions({
        ...(opening === 'of a server' ? SERVER_SESSION_SETTINGS : SESSION_SETTINGS),
        ...settings,
      }),
    },
  });
  return dataSource.initialize();
}

/** A connection that breaks while nobody uses it is replaced by the next one that is needed. */
function replaceBroken(): void {}

function toOptions(settings: Readonly<Record<string, string | number>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${String(value).replaceAll(' ', '\\ ')}`)
    .join(' ');
}

interface SilenceLimit extends PoolConfig {
  /**
   * A connection in use on which nothing comes for this time, in milliseconds, is cut: the server at its other end is
   * gone or frozen. With 0 nobody is cut.
   */
  readonly silenceTimeoutMs: number;
}

/** Connections that are cut when somebody waits for them in vain; while nobody uses them they may be silent. */
export class SilenceLimitedPool extends Pool {
  constructor(config: SilenceLimit) {
    super(config);
    this.on('connect', (client) => {
      const socket = socketOf(client);
      socket?.on('timeout', () => socket.destroy());
    });
    this.on('acquire', (client) => socketOf(client)?.setTimeout(config.silenceTimeoutMs));
    this.on('release', (_error, client) => socketOf(client)?.setTimeout(0));
  }
}

function socketOf(client: PoolClient): Socket | null {
  if (!(client instanceof Client)) return null;
  const { stream } = client.connection;
  return stream instanceof Socket ? stream : null;
}
