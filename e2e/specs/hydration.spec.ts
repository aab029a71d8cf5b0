import { expect, test } from './test.js';
import { holdBack } from '../support/browser/hold-back.js';
import { connectButton, dashboardShown, hydrated } from '../support/browser/steps.js';

const TITLE = 'The AI-run pyramid scheme that admits it.';

/** Matches files with the code of lazy screens and parts, except those that have a name. */
const PART = /\/assets\/\d+\.\w+\.js$/;

/** The load event would wait for the code that the test delays. */
const BEFORE_CODE = { waitUntil: 'domcontentloaded' } as const;

test.describe('a page whose code is still loading', () => {
  for (const name of ['solana', 'main']) {
    test(`connects once after a double tap before its code has loaded: ${name}`, async ({
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

  test('animates Connect from a tap until its code has loaded', async ({ visit }) => {
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

  test('handles an early tap on a lazy screen once its code has loaded', async ({ page }) => {
    const release = await holdBack(page, '**/assets/main.*.js');
    await page.goto('/proof', BEFORE_CODE);
    await page.getByRole('button', { name: 'Check Everything' }).click();
    release();
    await page.getByRole('button', { name: 'Check Again' }).waitFor();
  });

  test('opens a lesson whose tab was tapped before the code loaded', async ({ page }) => {
    const release = await holdBack(page, '**/assets/react.*.js');
    await page.goto('/', BEFORE_CODE);
    await page.getByRole('tab', { name: 'Advanced Math' }).click();
    release();
    await page.getByRole('tabpanel', { name: 'Advanced Math' }).waitFor();
  });

  test('handles an early tap on a page that an extension changes before it hydrates', async ({
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
    await page.getByRole('tab', { name: 'The Basics' }).focus();
    release();
    await hydrated(page);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tabpanel', { name: 'Advanced Math' }).waitFor();
  });

  for (const [path, file, control] of [
    ['/', /main\..*\.js$/, 'Advanced Math'],
    ['/proof', PART, 'Check Everything'],
  ] as const) {
    test(`handles a tap after its code has failed to load once: ${path}, ${file}`, async ({
      page,
      watch,
    }) => {
      watch.allow(/Failed to load resource/);
      await page.route(file, (route) => route.abort(), { times: 1 });
      const failed = page.waitForEvent('requestfailed');
      await page.goto(path);
      await failed;
      await page.getByRole(path === '/' ? 'tab' : 'button', { name: control }).click();
      await page
        .getByRole('tabpanel', { name: 'Advanced Math' })
        .or(page.getByRole('button', { name: 'Check Again' }))
        .waitFor();
    });
  }

  test('requests missing code at most six times, however often the pointer moves', async ({
    page,
    watch,
  }) => {
    watch.allow(/Failed to load resource/);
    let requests = 0;
    await page.route(/main\..*\.js$/, (route) => {
      // The page also fetches a missing file, to learn whether a deploy has removed it. Only scripts count.
      if (route.request().resourceType() === 'script') requests += 1;
      return route.abort();
    });
    const failed = page.waitForEvent('requestfailed');
    await page.goto('/');
    await failed;
    for (let step = 0; step < 200; step += 1) await page.mouse.move(100 + step, 300);
    expect(requests).toBeLessThanOrEqual(6);
  });

  test('hydrates after a translation of the page', async ({ page, watch }) => {
    watch.allow(/Minified React error #418/);
    const release = await holdBack(page, '**/assets/main.*.js');
    await page.goto('/', BEFORE_CODE);
    await page.evaluate((title) => {
      const heading = document.querySelector('h1');
      if (heading?.textContent === title) heading.textContent = 'Das zugibt, eins zu sein.';
    }, TITLE);
    release();
    await page.getByRole('heading', { name: TITLE }).waitFor();
    await page.getByRole('tab', { name: 'Elite Strategies' }).click();
    await page.getByRole('heading', { name: 'Be early' }).waitFor();
  });
});
