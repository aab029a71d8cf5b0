import type { Page } from 'playwright-core';

/** Lines of an accessibility tree that give a role and a name; rows and cells repeat what stands in them. */
const NAMED = /^\s*- (?!row|cell)[a-z]+ "/;
const LANDMARK = /^- (banner|main|contentinfo)\b/;

/** What a screen reader makes of the page: landmarks, roles with their names and states, as an outline. */
export async function spokenOutline(page: Page): Promise<string> {
  const tree = await page.locator('body').ariaSnapshot();
  const lines = tree
    .split('\n')
    .filter((line) => NAMED.test(line) || LANDMARK.test(line))
    .map((line) => line.replace(/:.*$/, ''));
  return `${lines.join('\n')}\n`;
}
