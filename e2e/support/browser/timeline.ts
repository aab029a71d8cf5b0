import type { Page } from 'playwright-core';

/** The page's requests so far. Sizes are compressed, in bytes. */
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
    // The browser lists a preloaded script a second time when it runs.
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
