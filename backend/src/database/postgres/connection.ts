import type { Pool } from 'pg';
import { defaults } from 'pg';
import { DataSource } from 'typeorm';
import type { Opening } from '../version.js';
import { SCHEMA } from './schema.js';
import { WatchfulPool } from './watchful-pool.js';

const APPLICATION_NAME = 'pyramidion';

/** Connections of one process; a server of PostgreSQL allows 100 in all unless told otherwise. */
const MOST_READING = 4;
const MOST_WRITING = 8;
const MOST_COUNTING = 2;

/** One has the turn, the other does the work. */
const MOST_MIGRATING = 2;

/** Time to get a connection, for which one may have to wait until others are done, in milliseconds. */
const CONNECT_TIMEOUT_MS = 5_000;

/** The same, and time to get an answer, for what can be done without. */
const SHORT_TIMEOUT_MS = 1_000;

/** Time without a word on a connection in use until it is given up, in milliseconds: a tool has statements that take long. */
const SILENCE_TIMEOUT_MS = { 'of a server': 6_000, 'of a tool': 600_000, 'of a copy': 600_000 };

/** Unused connections are closed after this time, in milliseconds; a new one has yet to learn what the triggers say. */
const IDLE_TIMEOUT_MS = 60_000;

/** What a connection asks of the server. Times are in milliseconds. */
const MANNERS = {
  default_transaction_isolation: 'read committed',
  synchronous_commit: 'on',
  lock_timeout: 3_000,
};

/** The same, where visitors wait. */
const MANNERS_OF_A_SERVER = {
  ...MANNERS,
  statement_timeout: 5_000,
  /** So that a process that was stopped in mid-write does not hold up the others. */
  idle_in_transaction_session_timeout: 10_000,
};

/** Opens a database for writing. An acknowledged COMMIT has reached the disk. */
export async function openForWriting(url: string, opening: Opening): Promise<DataSource> {
  return open(url, opening, MOST_WRITING);
}

/** Opens a database for bringing it up to date, which waits until others have. */
export async function openForMigrating(url: string): Promise<DataSource> {
  return open(url, 'of a tool', MOST_MIGRATING, {
    manners: { lock_timeout: '0' },
    silenceTimeoutMs: 0,
  });
}

/** Opens a database for reading only. */
export async function openForReading(url: string, opening: Opening): Promise<DataSource> {
  return open(url, opening, MOST_READING, {
    manners: { default_transaction_read_only: 'on' },
  });
}

/** Connections for counting calls, which nobody waits for longer than a second or two. */
export function openForCounting(url: string): Pool {
  const pool = new WatchfulPool({
    connectionString: url,
    max: MOST_COUNTING,
    connectionTimeoutMillis: SHORT_TIMEOUT_MS,
    query_timeout: SHORT_TIMEOUT_MS,
    silenceTimeoutMs: SILENCE_TIMEOUT_MS['of a server'],
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    application_name: APPLICATION_NAME,
    options: toOptions(MANNERS_OF_A_SERVER),
  });
  pool.on('error', replaceBroken);
  return pool;
}

interface Choices {
  readonly manners?: Record<string, string>;
  /** How long a connection on which something is under way may be silent, in milliseconds; 0 for as long as it takes. */
  readonly silenceTimeoutMs?: number;
}

async function open(
  url: string,
  opening: Opening,
  poolSize: number,
  { manners = {}, silenceTimeoutMs = SILENCE_TIMEOUT_MS[opening] }: Choices = {},
): Promise<DataSource> {
  const dataSource = new DataSource({
    type: 'postgres',
    url,
    poolSize,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    applicationName: APPLICATION_NAME,
    parseInt8: true,
    installExtensions: false,
    entities: SCHEMA.entities,
    migrations: SCHEMA.migrations,
    migrationsTransactionMode: 'all',
    invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' },
    logger: 'debug',
    poolErrorHandler: replaceBroken,
    driver: { Pool: WatchfulPool, defaults },
    extra: {
      silenceTimeoutMs,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      options: toOptions({
        ...(opening === 'of a server' ? MANNERS_OF_A_SERVER : MANNERS),
        ...manners,
      }),
    },
  });
  return dataSource.initialize();
}

/** A connection that breaks while nobody uses it is replaced by the next one that is needed. */
function replaceBroken(): void {}

function toOptions(manners: Readonly<Record<string, string | number>>): string {
  return Object.entries(manners)
    .map(([name, value]) => `-c ${name}=${String(value).replaceAll(' ', '\\ ')}`)
    .join(' ');
}
