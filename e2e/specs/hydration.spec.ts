import { expect, test } from './test.js';
import { holdBack } from '../support/browser/hold-back.js';
import {
  checked,
  lessonTab,
  checkButton,
  connectButton,
  dashboardShown,
  hydrated,
} from '../support/browser/steps.js';

const TITLE = 'The AI-run pyramid scheme that admits it.';

/** Matches files that are named by a number. They contain code that is loaded lazily. */
const PART = /\/assets\/\d+\.\w+\.js$/;

/** Without this, `goto` might wait for the code that the test delays. */
const BEFORE_CODE = { waitUntil: 'domcontentloaded' } as const;

test.describe('a page whose code is still loading', () => {
  for (const name of ['solana', 'main']) {
    test(`opens only one prompt for an early double click, after ${name}.*.js has loaded`, async ({
      page,
      phantom,
    }) => {
      const release = await holdBack(page, `**/assets/${name}.*.js`);
      await page.goto('/', BEFORE_CODE);
      await connectButton(page).dblclick();
      expect(await phantom.prompts()).toEqual([]);
      release();
      await dashboardShown(page);
      expect(await phantom.prompts()).toEqual(['signIn']);
    });
  }

  test('animates Connect from a tap until the code has loaded', async ({ visit }) => {
    await visit({ phantom: { answer: 'hang' } }, async ({ page, phantom }) => {
      const release = await holdBack(page, '**/assets/main.*.js');
      const signs = () =>
        connectButton(page).evaluate((button) =>
          button
            .getAnimations()
            .filter(({ effect }) => effect?.getTiming().iterations === Infinity),
        );
      await page.goto('/', BEFORE_CODE);
      expect(await signs()).toHaveLength(0);
      await connectButton(page).click();
      expect(await signs()).toHaveLength(1);
      release();
      await expect(async () => expect(await phantom.prompts()).toEqual(['signIn'])).toPass();
      expect(await signs()).toHaveLength(0);
    });
  });

  test('handles an early tap on a lazily loaded screen once the code has loaded', async ({
    page,
  }) => {
    const release = await holdBack(page, '**/assets/main.*.js');
    await page.goto('/proof', BEFORE_CODE);
    await checkButton(page).click();
    release();
    await checked(page);
  });

  test('opens a lesson whose tab was tapped before the code loaded', async ({ page }) => {
    const release = await holdBack(page, '**/assets/react.*.js');
    await page.goto('/', BEFORE_CODE);
    await lessonTab(page, 1).click();
    release();
    await expect(lessonTab(page, 1)).toHaveAttribute('aria-selected', 'true');
  });

  test('handles an early tap even if an extension changes the page before hydration', async ({
    page,
    phantom,
    watch,
  }) => {
    watch.allow(/Minified React error #418/);
    const release = await holdBack(page, '**/assets/main.*.js');
    await page.goto('/', BEFORE_CODE);
    await page.locator('main').evaluate((main) => main.prepend(document.createElement('div')));
    await connectButton(page).click();
    release();
    await dashboardShown(page);
    expect(await phantom.prompts()).toEqual(['signIn']);
  });

  test('keeps the focus when it hydrates', async ({ page }) => {
    const release = await holdBack(page, '**/assets/main.*.js');
    await page.goto('/', BEFORE_CODE);
    await lessonTab(page, 0).focus();
    release();
    await hydrated(page);
    await page.keyboard.press('ArrowRight');
    await expect(lessonTab(page, 1)).toHaveAttribute('aria-selected', 'true');
  });

  for (const [path, file] of [
    ['/', /main\..*\.js$/],
    ['/proof', PART],
  ] as const) {
    test(`handles a tap after the first request for its code has failed: ${path}, ${file}`, async ({
      page,
      watch,
    }) => {
      watch.allow(/Failed to load resource/);
      await page.route(file, (route) => route.abort(), { times: 1 });
      const failed = page.waitForEvent('requestfailed');
      await page.goto(path);
      await failed;
      if (path === '/') {
        await lessonTab(page, 1).click();
        await expect(lessonTab(page, 1)).toHaveAttribute('aria-selected', 'true');
      } else {
        await checkButton(page).click();
        await checked(page);
      }
    });
  }

  test('sends at most six requests for code that fails to load, while the pointer moves 200 times', async ({
    page,
    watch,
  }) => {
    watch.allow(/Failed to load resource/);
    let requests = 0;
    await page.route(/main\..*\.js$/, (route) => {
      // Only scripts count: the page also fetches the file, to learn whether a deploy has removed it.
      if (route.request().resourceType() === 'script') requests += 1;
      return route.abort();
    });
    const failed = page.waitForEvent('requestfailed');
    await page.goto('/');
    await failed;
    for (let step = 0; step < 200; step += 1) await page.mouse.move(100 + step, 300);
    expect(requests).toBeLessThanOrEqual(6);
  });

  test('changes lessons even if its heading is translated before it hydrates', async ({
    page,
    watch,
  }) => {
    watch.allow(/Minified React error #418/);
    const release = await holdBack(page, '**/assets/main.*.js');
    await page.goto('/', BEFORE_CODE);
    await page.evaluate((title) => {
      const heading = document.querySelector('h1');
      if (heading?.textContent === title) heading.textContent = 'Das zugibt, eins zu sein.';
    }, TITLE);
    release();
    await page.getByRole('heading', { name: TITLE }).waitFor();
    await lessonTab(page, 2).click();
    await page.getByRole('heading', { name: 'Be early' }).waitFor();
  });
});
