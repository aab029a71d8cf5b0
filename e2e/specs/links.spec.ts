import { STATES } from './screens/states.js';
import { expect, test } from './screens/test.js';

/**
 * Runs in the page: returns the links within the site, except those to a part of this page. Throws if this page lacks
 * such a part.
 */
function linksToPages(links: Element[]): string[] {
  const own = links.filter((link) => link instanceof HTMLAnchorElement);
  return own.flatMap(({ origin, pathname, search, hash }) => {
    if (origin !== location.origin) return [];
    if (hash === '' || pathname !== location.pathname) return [pathname + search + hash];
    if (document.getElementById(hash.slice(1))) return [];
    throw new Error(`This page has no ${hash}.`);
  });
}

test('no link within the site is dead', async ({ lookAt }) => {
  test.slow();
  const followed = new Set<string>();
  for (const state of STATES) {
    await lookAt(state, 'desktop', async (page) => {
      const links = await page.locator('a[href]').evaluateAll(linksToPages);
      for (const link of links.filter((each) => !followed.has(each))) {
        followed.add(link);
        const [, part] = link.split('#');
        const answer = await page.request.get(link);
        expect.soft(answer.status(), `${link} in ${state.name}`).toBe(200);
        if (part) expect.soft(await answer.text(), link).toContain(`id="${part}"`);
      }
    });
  }
  expect(followed).toContain('/about');
});
