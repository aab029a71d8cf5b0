import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import getPort from 'get-port';

const START_MS = 60_000;
const POLL_MS = 50;

/** A running server with its own folder and database. */
export interface Product {
  readonly origin: string;
  readonly databasePath: string;
  log(): string;
  stop(): Promise<void>;
}

export interface ProductOptions {
  /** Environment variables in addition to port and database. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Folder that contains backend/dist. Default: the current folder. */
  readonly root?: string;
}

/**
 * Starts the built server on a free port, and waits until it is ready. Rejects with the server's output if the server
 * exits, or is not ready within 60 s.
 */
export async function startProduct({
  settings = {},
  root = process.cwd(),
}: ProductOptions = {}): Promise<Product> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pyramidion-'));
  const databasePath = path.join(folder, 'pyramidion.sqlite');
  const databaseUrl = `sqlite:${databasePath}`;
  const port = await getPort();
  const server = spawn(process.execPath, [path.join(root, 'backend/dist/main.js')], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      ...settings,
    },
  });
  let output = '';
  const keep = (chunk: Buffer) => (output += chunk.toString());
  server.stdout.on('data', keep);
  server.stderr.on('data', keep);
  const stop = async () => {
    await end(server);
    await rm(folder, { recursive: true, force: true });
  };
  if (!(await becomesReady(server, `http://127.0.0.1:${port}/api/health/ready`))) {
    await stop();
    throw new Error(`the server did not become ready:\n${output}`);
  }
  return { origin: `http://localhost:${port}`, databasePath, log: () => output, stop };
}

async function becomesReady(server: ChildProcess, url: string): Promise<boolean> {
  const deadline = Date.now() + START_MS;
  while (server.exitCode === null && Date.now() < deadline) {
    const ready = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return false;
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
}
