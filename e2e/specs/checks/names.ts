import type { Page } from 'playwright-core';

/**
 * Matches a line of an accessibility tree if it has a role and a name. It skips rows and cells, whose names only repeat
 * their contents.
 */
const NAMED = /^\s*- (?!row|cell)[a-z]+ "/;
const LANDMARK = /^- (banner|main|contentinfo)\b/;

/** Returns the outline that a screen reader presents: landmarks, roles, names and states. */
export async function spokenOutline(page: Page): Promise<string> {
  const tree = await page.locator('body').ariaSnapshot();
  const lines = tree
    .split('\n')
    .filter((line) => NAMED.test(line) || LANDMARK.test(line))
    .map((line) => line.replace(/:.*$/, ''));
  return `${lines.join('\n')}\n`;
}
