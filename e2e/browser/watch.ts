import type { BrowserContext } from 'playwright-core';

/** Watches everything that a visitor's pages do, and knows what they must never do. */
export interface Watch {
  /** Requests to other hosts that the test said to expect; none of them is ever sent. */
  readonly foreign: readonly string[];
  /** Expects requests to `host`, which are answered with an empty page. */
  expectForeign(host: string): void;
  /** Lets console messages that match pass, in a test that causes them. */
  allow(message: RegExp): void;
  /** What went wrong so far: foreign requests, console errors and warnings, uncaught errors. */
  problems(): readonly string[];
}

/**
 * For tests that move the page's clock by minutes: they also pass for the page's limits on the node, on its own server and on the code of
 * its toasts, which have had no time to answer.
 */
export const OUTRUN =
  /(balance could not be read|query \S+ failed) .*timed out|toast could not be shown ChunkLoadError/;

/** The wallet library's advice to those who pass it an adapter for old builds of a wallet, which this product wants. */
const ADVICE = /Phantom was registered as a Standard Wallet/;

export async function watchContext(context: BrowserContext, origin: string): Promise<Watch> {
  const foreign: string[] = [];
  const hosts = new Set<string>();
  const allowed = [ADVICE];
  const messages: string[] = [];

  await context.route(
    (url) => url.origin !== origin,
    async (route) => {
      const url = route.request().url();
      if (hosts.has(new URL(url).host)) {
        foreign.push(url);
        await route.fulfill({ contentType: 'text/html', body: '<title>elsewhere</title>' });
      } else {
        messages.push(`request to another host: ${url}`);
        await route.abort();
      }
    },
  );
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    messages.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => messages.push(`uncaught: ${error.error().message}`));

  return {
    foreign,
    expectForeign: (host) => hosts.add(host),
    allow: (message) => allowed.push(message),
    problems: () => messages.filter((each) => !allowed.some((pattern) => pattern.test(each))),
  };
}
