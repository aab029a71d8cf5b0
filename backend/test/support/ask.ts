import {
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends a request. Unlike `fetch`, allows a Host header and `localAddress`. */
export async function ask(
  url: string,
  options: RequestOptions = {},
  body?: string,
): Promise<Answer> {
  const asking = request(url, { agent: false, ...options });
  asking.end(body);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asking.on('response', resolve).on('error', reject);
  });
  const { statusCode: status, headers } = response;
  return { status, headers, body: await buffer(response) };
}
