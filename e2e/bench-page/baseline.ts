import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import getPort from 'get-port';

export interface Baseline {
  readonly origin: string;
  stop(): Promise<void>;
}

const TRANSFER_HEADERS = ['connection', 'content-encoding', 'content-length', 'date', 'keep-alive'];

interface Answer {
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** Starts a proxy that serves the pages of the product at `origin` without their scripts. */
export async function startBaseline(origin: string): Promise<Baseline> {
  const port = await getPort();
  const answers = new Map<string, Promise<Answer>>();
  const server = createServer((request, response) => {
    const address = request.url ?? '/';
    const answer = answers.get(address) ?? withoutScripts(`${origin}${address}`);
    answers.set(address, answer);
    answer.then(
      ({ headers, body }) => response.writeHead(200, headers).end(body),
      () => response.writeHead(502).end(),
    );
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${port}`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function withoutScripts(url: string): Promise<Answer> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => !TRANSFER_HEADERS.includes(name)),
  );
  const body = Buffer.from(await response.arrayBuffer());
  if (!headers['content-type']?.startsWith('text/html')) return { headers, body };
  const page = body.toString().replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '');
  return {
    headers: { ...headers, 'content-encoding': 'br' },
    body: brotliCompressSync(page),
  };
}
