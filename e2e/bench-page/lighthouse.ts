import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { chromiumProgram } from '../browser/chromium.js';

/** How a phone on a slow network is made up: by reckoning from a fast load, or by slowing a load down. */
export type Throttling = 'simulate' | 'devtools';

export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';

/** What Lighthouse found of one load of a page. */
export interface Inspection {
  /** 0 to 100; NaN for what was not looked at. */
  readonly score: (category: Category) => number;
  /** The number behind an audit, times in ms; NaN when there is none. */
  readonly metric: (audit: string) => number;
}

/** How often a load is tried: now and then Lighthouse loses its own recording of one. */
const ATTEMPTS = 3;

/** Has Lighthouse load a page as on a phone, in a browser of its own. Throws when it cannot be loaded. */
export async function inspect(
  url: string,
  throttling: Throttling,
  categories: readonly Category[],
): Promise<Inspection> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inspectOnce(url, throttling, categories);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function inspectOnce(
  url: string,
  throttlingMethod: Throttling,
  categories: readonly Category[],
): Promise<Inspection> {
  const chrome = await launch({
    chromePath: chromiumProgram(),
    chromeFlags: ['--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      logLevel: 'silent',
      onlyCategories: [...categories],
      throttlingMethod,
      disableFullPageScreenshot: true,
    });
    const report = result?.lhr;
    if (!report || report.runtimeError) {
      throw new Error(`${url} was not loaded: ${report?.runtimeError?.message ?? 'no report'}`);
    }
    return {
      score: (category) => 100 * (report.categories[category]?.score ?? NaN),
      metric: (audit) => report.audits[audit]?.numericValue ?? NaN,
    };
  } finally {
    chrome.kill();
  }
}
