import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve as absolute } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { eventually } from '../support/eventually.js';

const CLUSTER = pathToFileURL(absolute('backend/test/support/postgres/cluster.js')).href;

const START = `
const { startCluster } = await import(${JSON.stringify(CLUSTER)});
const { folder, url } = await startCluster();
console.log(folder);
console.log(url('postgres'));`;

test('a test’s PostgreSQL ends without leftovers when the test process is killed', async () => {
  const starter = spawn(process.execPath, ['--input-type=module', '--eval', START], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(starter.stdout)[Symbol.asyncIterator]();
  const nextLine = async (): Promise<string> => String((await lines.next()).value);
  const [folder, url] = [await nextLine(), await nextLine()];
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  expect(existsSync(folder)).toBe(true);
  starter.kill('SIGKILL');
  await ended;
  await eventually(async () => Promise.resolve(existsSync(folder)), false);
}, 60_000);
