import type { Page } from 'playwright-core';

/**
 * Lines of an accessibility tree with a role and a name. Rows and cells repeat their contents, so they are left out.
 */
const NAMED = /^\s*- (?!row|cell)[a-z]+ "/;
const LANDMARK = /^- (banner|main|contentinfo)\b/;

/** Returns what a screen reader sees as an outline: landmarks, roles, names and states. */
export async function spokenOutline(page: Page): Promise<string> {
  const tree = await page.locator('body').ariaSnapshot();
  const lines = tree
    .split('\n')
    .filter((line) => NAMED.test(line) || LANDMARK.test(line))
    .map((line) => line.replace(/:.*$/, ''));
  return `${lines.join('\n')}\n`;
}
