import { once } from 'node:events';
import {
  createServer,
  request as requestUpstream,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';

const SCRIPT_PATH = '/demo-wallet.js';

export interface ProxyOptions {
  readonly host: string;
  readonly port: number;
  readonly upstream: URL;
  readonly script: string;
}

/** Starts a proxy that adds a script to HTML pages. Rejects if the port is in use. */
export async function startProxy({ host, port, upstream, script }: ProxyOptions): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === SCRIPT_PATH) {
      response
        .writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' })
        .end(script);
    } else {
      forward(request, response, upstream);
    }
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

function forward(request: IncomingMessage, response: ServerResponse, upstream: URL): void {
  const onward = requestUpstream({
    host: upstream.hostname,
    port: upstream.port,
    method: request.method,
    path: request.url,
    headers: {
      ...request.headers,
      'accept-encoding': 'identity',
      'x-forwarded-for': request.socket.remoteAddress,
    },
  });
  const fail = (): void => {
    if (!response.headersSent) response.writeHead(502);
    response.end();
  };
  onward.on('response', (answer) => void reply(request, answer, response).catch(fail));
  onward.on('error', fail);
  request.pipe(onward);
}

async function reply(
  request: IncomingMessage,
  answer: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { statusCode = 502 } = answer;
  const isPage = answer.headers['content-type']?.startsWith('text/html') === true;
  if (!isPage || request.method === 'HEAD') {
    response.writeHead(statusCode, answer.headers);
    answer.pipe(response);
    return;
  }
  const page = await text(answer);
  const changed = page.replace('<head>', `<head><script src="${SCRIPT_PATH}"></script>`);
  const headers = { ...answer.headers, 'content-length': String(Buffer.byteLength(changed)) };
  // This ETag is for the page without the script.
  delete headers.etag;
  response.writeHead(statusCode, headers).end(changed);
}
