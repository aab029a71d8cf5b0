import { once } from 'node:events';
import { createServer } from 'node:http';
import type { OutgoingHttpHeaders } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import getPort from 'get-port';

/** The product's pages without their scripts: no page of this content and look can be faster. */
export interface Floor {
  readonly origin: string;
  stop(): Promise<void>;
}

interface Answer {
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** Serves what the product at `origin` serves, less the script elements of the pages. */
export async function startFloor(origin: string): Promise<Floor> {
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
  const type = response.headers.get('content-type') ?? '';
  const body = Buffer.from(await response.arrayBuffer());
  if (!type.startsWith('text/html')) return { headers: { 'content-type': type }, body };
  const page = body.toString().replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '');
  return {
    headers: { 'content-type': type, 'content-encoding': 'br' },
    body: brotliCompressSync(page),
  };
}
