import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from './eventually.js';

export type Change = (config: string) => string;

export interface Proxy {
  readonly url: string;
  stop(): Promise<void>;
}

export const isInstalled = {
  caddy: spawnSync('caddy', ['version']).status === 0,
  nginx: spawnSync('nginx', ['-v']).status === 0,
};

/**
 * Starts Caddy with deploy/Caddyfile, but without TLS.
 * @param upstream addresses with ports, separated by spaces
 */
export async function startCaddy(port: number, upstream: string, change: Change): Promise<Proxy> {
  const config = readFileSync(resolve('deploy/Caddyfile'), 'utf8')
    // The first block contains the global options.
    .replace('{\n', '{\nadmin off\n');
  return start(port, change(config), (folder, file) => ({
    command: ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
    env: { HOME: folder, SITE: `:${port}`, UPSTREAM: upstream },
  }));
}

/** Starts nginx with the second `server` block of deploy/nginx.conf, but without TLS. */
export async function startNginx(port: number, upstream: string, change: Change): Promise<Proxy> {
  const config = readFileSync(resolve('deploy/nginx.conf'), 'utf8');
  const [, , server = ''] = config.split(/^(?=server \{)/m);
  const plain = server
    .replace(/^\tlisten \[.*\n|^\tssl_.*\n/gm, '')
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replace('127.0.0.1:3000', upstream);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${kind};`)
    .join(' ');
  const whole = `daemon off; pid pid; error_log error.log;
events {}
http { access_log off; ${temporary} ${change(plain)} }`;
  return start(port, whole, (folder, file) => ({
    command: ['nginx', '-p', folder, '-c', file, '-e', join(folder, 'error.log')],
    env: {},
  }));
}

async function start(
  port: number,
  config: string,
  programOf: (folder: string, file: string) => { command: string[]; env: Record<string, string> },
): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), 'pyramidion-proxy-'));
  const file = join(folder, 'config');
  await writeFile(file, config);
  const { command, env } = programOf(folder, file);
  const [program = '', ...args] = command;
  const { PATH } = process.env;
  const child = spawn(program, args, { env: { PATH, ...env }, stdio: 'ignore' });
  const closed = once(child, 'close');
  const url = `http://127.0.0.1:${port}`;
  const answers = (): Promise<boolean> =>
    fetch(url, { redirect: 'manual' }).then(
      () => true,
      () => false,
    );
  const exited = closed.then(() => Promise.reject(new Error(`${program} has exited`)));
  await Promise.race([eventually(answers, true), exited]);
  exited.catch(() => undefined);
  return {
    url,
    async stop() {
      child.kill();
      await closed;
      await rm(folder, { recursive: true });
    },
  };
}
