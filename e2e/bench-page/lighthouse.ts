import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { chromiumProgram } from '../support/browser/chromium.js';

export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';

export interface Inspection {
  /** From 0 to 100; NaN if there is none. */
  readonly score: (category: Category) => number;
  /** The numeric value, such as a time in ms; NaN if there is none. */
  readonly metric: (audit: string) => number;
}

/** More than one, because Lighthouse sometimes loses its trace. */
const ATTEMPTS = 2;

/** Runs Lighthouse on a page, as on a phone. Returns null if all attempts fail. */
export async function inspect(
  url: string,
  categories: readonly Category[],
): Promise<Inspection | null> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      return await inspectOnce(url, categories);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      process.stdout.write(`Attempt ${attempt} of ${ATTEMPTS} failed: ${reason}\n`);
    }
  }
  return null;
}

async function inspectOnce(url: string, categories: readonly Category[]): Promise<Inspection> {
  const chrome = await launch({
    chromePath: chromiumProgram(),
    chromeFlags: ['--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      logLevel: 'silent',
      onlyCategories: [...categories],
      throttlingMethod: 'simulate',
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
