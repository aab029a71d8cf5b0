import { Client } from 'pg';

/** Time to get a connection, and then an answer, in milliseconds. */
const TIMEOUT_MS = 5_000;

/**
 * Makes sure that there is a server at `url` that answers. What is asked of it later may take long, and then nobody can
 * tell whether it works or hangs.
 * @throws Error when it does not in time
 */
export async function greet(url: string): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
  } finally {
    await client.end();
  }
}
