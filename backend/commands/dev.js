import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildStale, forgetBuilds } from './build.js';
import { installMissing } from './install.js';
import { exitWithError, packageFile, ROOT, say, startNode } from './run.js';

const WEBPACK = packageFile('webpack/bin/webpack.js');
const MAIN = 'backend/dist/main.js';
const PAGES = ['frontend/dist/client/template.html', 'frontend/dist/server/render.js'];

async function dev() {
  await installMissing();
  await buildStale(['backend']);
  forgetBuilds(['backend', 'frontend']);

  const port = process.env.PORT ?? '3000';
  const { default: getPort } = await import('get-port');
  const backendPort = await getPort();

  startNode([WEBPACK, '-c', 'backend/webpack.config.js', '--watch']);
  startNode([WEBPACK, 'serve', '--mode', 'development'], {
    PORT: port,
    BACKEND_URL: `http://127.0.0.1:${backendPort}`,
  });

  say('Building the front end …');
  while (!PAGES.every((page) => existsSync(path.join(ROOT, page)))) await sleep(200);

  startNode(['--watch', '--watch-preserve-output', MAIN], {
    PORT: String(backendPort),
    HOST: '127.0.0.1',
    PUBLIC_ORIGIN: process.env.PUBLIC_ORIGIN ?? `http://localhost:${port}`,
  });
  say(`Open http://localhost:${port} (the port below is the back end's own)`);
}

dev().catch(exitWithError);
