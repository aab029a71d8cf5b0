import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Log } from '../core/log.js';
import { clientOf } from './client.js';

/** Number of equal redirects in 10 s that are a loop. A browser follows 20 redirects within a second, then stops. */
const MAX_TIMES = 5;
const WINDOW_MS = 10_000;

/** Each entry holds a URL and headers, together at most 16 KiB, which is Node's limit. */
const MAX_REDIRECTS = 200;

/** Detects redirects to the public origin that come back under another host. */
export class RedirectLoops {
  private readonly times = new LRUCache<string, number>({ max: MAX_REDIRECTS, ttl: WINDOW_MS });
  private isLogged = false;

  constructor(
    private readonly origin: string,
    private readonly log: Log,
  ) {}

  /**
   * Counts a redirect. Returns a page that explains the loop if a browser has repeated the redirect too often, else
   * null.
   */
  pageFor(request: FastifyRequest): string | null {
    const { host, url, headers } = request;
    const key = [clientOf(request).network, headers['user-agent'], host, url].join(' ');
    const times = (this.times.get(key) ?? 0) + 1;
    this.times.set(key, times, { noUpdateTTL: true });
    if (times < MAX_TIMES) return null;
    if (!this.isLogged) this.log.warn({ host, origin: this.origin }, LOOP);
    this.isLogged = true;
    return page(this.origin, host);
  }
}

const LOOP =
  'Pages are redirected to PUBLIC_ORIGIN, but requested again under another host, so visitors see an error page. Make the proxy in front pass the Host header unchanged (nginx: proxy_set_header Host $http_host), or correct PUBLIC_ORIGIN';

/** The host policy has validated the characters of `host`. */
function page(origin: string, host: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>This page redirects to itself</title>
<h1>This page redirects to itself</h1>
<p>This site is <a href="${origin}">${origin}</a>, but its server received a request for ${host}. The error has been logged. Try again later.</p>
<p>For the operator: the proxy in front of the server replaces the <code>Host</code> header. Make it pass the header unchanged. In nginx that is <code>proxy_set_header Host $http_host;</code>. If ${host} is the name of the site, set <code>PUBLIC_ORIGIN</code> to it.</p>
</html>
`;
}
