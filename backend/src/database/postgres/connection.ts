import { defaults } from 'pg';
import { DataSource } from 'typeorm';
import type { Opening } from '../version.js';
import { SCHEMA } from './schema.js';
import { WatchfulPool } from './watchful-pool.js';

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

/** Opens a database for counting calls, which nobody waits for longer than a second or two. */
export async function openForCounting(url: string): Promise<DataSource> {
  return open(url, 'of a server', MOST_COUNTING, {
    connectTimeoutMs: SHORT_TIMEOUT_MS,
    answerTimeoutMs: SHORT_TIMEOUT_MS,
  });
}

interface Choices {
  readonly manners?: Record<string, string>;
  readonly connectTimeoutMs?: number;
  /** 0 for as long as the server takes. */
  readonly answerTimeoutMs?: number;
  /** The same, of a connection on which something is under way. */
  readonly silenceTimeoutMs?: number;
}

async function open(
  url: string,
  opening: Opening,
  poolSize: number,
  {
    manners = {},
    connectTimeoutMs = CONNECT_TIMEOUT_MS,
    answerTimeoutMs = 0,
    silenceTimeoutMs = SILENCE_TIMEOUT_MS[opening],
  }: Choices = {},
): Promise<DataSource> {
  const dataSource = new DataSource({
    type: 'postgres',
    url,
    poolSize,
    connectTimeoutMS: connectTimeoutMs,
    applicationName: 'pyramidion',
    parseInt8: true,
    installExtensions: false,
    entities: SCHEMA.entities,
    migrations: SCHEMA.migrations,
    migrationsTransactionMode: 'all',
    invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' },
    logger: 'debug',
    // A connection that breaks while nobody uses it is replaced by the next one that is needed.
    poolErrorHandler: () => undefined,
    driver: { Pool: WatchfulPool, defaults },
    extra: {
      query_timeout: answerTimeoutMs,
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

function toOptions(manners: Readonly<Record<string, string | number>>): string {
  return Object.entries(manners)
    .map(([name, value]) => `-c ${name}=${String(value).replaceAll(' ', '\\ ')}`)
    .join(' ');
}
