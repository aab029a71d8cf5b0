import type { BrowserContext, Request } from 'playwright-core';

/** Watches everything that a visitor's pages do, and knows what they must never do. */
export interface Watch {
  /** Requests to other hosts that the test said to expect; none of them is ever sent. */
  readonly foreign: readonly string[];
  /** Expects requests to `host`, which are answered with an empty page. */
  expectForeign(host: string): Promise<void>;
  /** Lets console messages that match pass, in a test that causes them. */
  allow(message: RegExp): void;
  /** What went wrong so far: foreign requests, console errors and warnings, uncaught errors. */
  problems(): readonly string[];
}

/**
 * For tests that move the page's clock by minutes: the page's limits on the node and on its own server pass, too, before
 * either can answer. If an answer's body is cut off, Chromium says that the user aborted it.
 */
export const OUTRUN =
  /(balance could not be read|query \S+ failed|Not checked in) .*(timed out|user aborted)/;

export function watchContext(context: BrowserContext, origin: string): Watch {
  const foreign: string[] = [];
  const expected = new Set<string>();
  const allowed: RegExp[] = [];
  const messages: string[] = [];
  const unexpected = new Set<Request>();

  context.on('request', (request) => {
    const { host, origin: asked } = new URL(request.url());
    if (asked !== origin && !expected.has(host)) unexpected.add(request);
  });
  context.on('requestfailed', (request) => {
    // The browser kept it back, and says so on the console.
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
