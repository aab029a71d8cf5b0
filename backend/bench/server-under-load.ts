import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { resolve } from 'node:path';

const MAIN = resolve('backend/dist/main.js');

/** The built server on a database of its own, and a client that keeps its connections. */
export interface ServerUnderLoad {
  /** Milliseconds that each of `count` requests took, `connections` at a time. */
  time(path: string, count: number, connections: number): Promise<number[]>;
  stop(): Promise<void>;
}

export async function startServerUnderLoad(
  port: number,
  databasePath: string,
): Promise<ServerUnderLoad> {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], PORT: String(port), DATABASE_URL: `sqlite:${databasePath}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const agent = new Agent({ keepAlive: true });
  return {
    async time(path, count, connections) {
      const times: number[] = [];
      const client = async (): Promise<void> => {
        for (let sent = 0; sent < count / connections; sent += 1) {
          const started = performance.now();
          await receive(agent, port, path);
          times.push(performance.now() - started);
        }
      };
      await Promise.all(Array.from({ length: connections }, client));
      return times;
    },
    async stop() {
      agent.destroy();
      await terminate(child);
    },
  };
}

async function receive(agent: Agent, port: number, path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent }, (response) => {
      if (response.statusCode !== 200)
        reject(new Error(`${path} answered ${response.statusCode ?? 0}`));
      response.resume().on('end', resolve).on('error', reject);
    }).on('error', reject);
  });
}

async function terminate(child: ChildProcess): Promise<void> {
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  await ended;
}
