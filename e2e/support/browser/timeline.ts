import type { Page } from 'playwright-core';

/** What a page has fetched so far, in bytes as they were sent. */
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
    // What was fetched ahead is listed a second time when it is run.
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
