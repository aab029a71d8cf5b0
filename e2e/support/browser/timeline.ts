import type { Page } from 'playwright-core';

/** Compressed sizes of the HTML of the page, and of its scripts so far, in bytes. */
export interface Timeline {
  readonly pageBytes: number;
  readonly scriptBytes: number;
}

export async function readTimeline(page: Page): Promise<Timeline> {
  return page.evaluate(() => {
    const entries = performance.getEntries();
    const navigation = entries.find((entry) => entry instanceof PerformanceNavigationTiming);
    const resources = entries
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter((entry) => !(entry instanceof PerformanceNavigationTiming));
    // The browser may list a preloaded script twice.
    const scripts = new Map(
      resources
        .filter(({ name }) => name.endsWith('.js'))
        .map((entry) => [entry.name, entry.encodedBodySize]),
    );
    return {
      pageBytes: navigation?.encodedBodySize ?? NaN,
      scriptBytes: [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0),
    };
  });
}
