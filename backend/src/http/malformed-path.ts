import type { IncomingMessage } from 'node:http';

/** Where a request goes whose path cannot be decoded, so that it is answered like any other wrong request. */
export const MALFORMED_PATH = '/api/malformed-path';

/** The path to route a request by. The router would answer an undecodable one by itself, in words of its own. */
export function routableUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const [path = '/'] = url.split('?', 1);
  if (!path.includes('%')) return url;
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return MALFORMED_PATH;
  }
}
