import type { BrowserContext, Request } from 'playwright-core';

export interface Watch {
  /** URLs that were requested from expected foreign hosts. */
  readonly foreign: readonly string[];
  /** Allows requests to `host`, and answers each with an empty page. */
  expectForeign(host: string): Promise<void>;
  allow(message: RegExp): void;
  /** Requests to foreign hosts, console errors and warnings, and uncaught errors so far, except for allowed ones. */
  problems(): readonly string[];
}

/**
 * Matches console messages about requests that time out because a test advances the clock of the page by minutes.
 * Chromium may say instead that the user aborted the request.
 */
export const OUTRUN =
  /(balance could not be read|query \S+ failed|Not checked in) .*(timed out|user aborted)/;

/** Matches the warning of WalletProvider that our adapter is not needed, as Phantom is a Standard wallet. */
const PREFERS_STANDARD = /: Phantom was registered as a Standard Wallet\./;

export function watchContext(context: BrowserContext, origin: string): Watch {
  const foreign: string[] = [];
  const expected = new Set<string>();
  const allowed: RegExp[] = [PREFERS_STANDARD];
  const messages: string[] = [];
  const unexpected = new Set<Request>();

  context.on('request', (request) => {
    const { host, origin: asked } = new URL(request.url());
    if (asked !== origin && !expected.has(host)) unexpected.add(request);
  });
  context.on('requestfailed', (request) => {
    // Forgets a request that the content security policy blocks, because the console reports it, too.
    if (request.failure()?.errorText === 'csp') unexpected.delete(request);
  });
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    messages.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => messages.push(`uncaught: ${error.error().message}`));

  return {
    foreign,
    expectForeign: async (host) => {
      expected.add(host);
      await context.route(
        (url) => url.host === host,
        async (route) => {
          foreign.push(route.request().url());
          await route.fulfill({ contentType: 'text/html', body: '<title>elsewhere</title>' });
        },
      );
    },
    allow: (message) => allowed.push(message),
    problems: () => [
      ...Array.from(unexpected, (request) => `request to another host: ${request.url()}`),
      ...messages.filter((each) => !allowed.some((pattern) => pattern.test(each))),
    ],
  };
}
