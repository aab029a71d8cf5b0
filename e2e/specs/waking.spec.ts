import { describe, expect, it } from '@jest/globals';
import { readTimeline } from '../bench-page/timeline.js';
import { eventually } from '../browser/eventually.js';
import { holdBack, loseLater } from '../browser/hold-back.js';
import { useStage } from '../browser/stage.js';
import { awake, connectButton, dashboardShown, toastTexts } from '../browser/steps.js';

const TITLE = 'The AI-run pyramid scheme that admits it.';

/** The page itself, its two fonts, and one more. */
const MOST_REQUESTS = 4;

/** The code of a screen or of a part of one. */
const SCREEN_CODE = /\/assets\/\d+\.\w+\.js$/;

describe('a page whose code is on its way', () => {
  const stage = useStage();

  it.each(['/', '/about', '/how-to-participate', '/dashboard'])(
    'is shown before any of it is asked for: %s',
    async (path) => {
      await stage().visit({ device: 'android' }, async ({ page }) => {
        await page.goto(path);
        const { requestsBeforeLoad } = await readTimeline(page);
        expect(requestsBeforeLoad).toBeLessThanOrEqual(MOST_REQUESTS);
      });
    },
  );

  it.each(['react', 'main'])(
    'carries out a double tap on Connect, once, that came before its code: %s',
    async (name) => {
      await stage().visit({}, async ({ page, phantom }) => {
        const release = await holdBack(page, `**/assets/${name}.*.js`);
        await page.goto('/');
        await connectButton(page).dblclick();
        expect(await phantom.prompts()).toEqual([]);
        release();
        await dashboardShown(page);
        expect(await phantom.prompts()).toEqual(['signIn']);
      });
    },
  );

  it.each([
    ['standard', 'signIn'],
    ['old', 'connect'],
  ] as const)(
    'has Phantom ask before the wallet’s code is there, and connects once it is, with no other prompt: %s Phantom',
    async (kind, prompt) => {
      await stage().visit({ phantom: { kind } }, async ({ page, phantom }) => {
        const release = await holdBack(page, '**/assets/wallet.*.js');
        await page.goto('/');
        await awake(page);
        await connectButton(page).click();
        await eventually(async () => expect(await phantom.prompts()).toEqual([prompt]));
        release();
        await dashboardShown(page);
        expect(await phantom.prompts()).toEqual([prompt]);
      });
    },
  );

  it('says so when the visitor declines before the wallet’s code is there', async () => {
    await stage().visit({ phantom: { answer: 'reject' } }, async ({ page, phantom, watch }) => {
      watch.allow(/Could not connect/);
      const release = await holdBack(page, '**/assets/wallet.*.js');
      await page.goto('/');
      await awake(page);
      await connectButton(page).click();
      await eventually(async () => expect(await phantom.prompts()).toEqual(['signIn']));
      release();
      expect((await toastTexts(page))[0]).toBe('Connection Failed');
      expect(await connectButton(page).getAttribute('aria-busy')).toBe('false');
    });
  });

  it.each([
    ['/', 'Pause the emojis', 'Resume the emojis'],
    ['/proof', 'Show the First Ten', 'Next Ten'],
    ['/proof', 'Recompute the Board', 'Recompute Again'],
  ])('carries out a tap that came before its code: on %s, %s', async (path, button, then) => {
    await stage().visit({}, async ({ page }) => {
      const release = await holdBack(page, '**/assets/main.*.js');
      await page.goto(path);
      await page.getByRole('button', { name: button }).click();
      release();
      await page.getByRole('button', { name: then }).waitFor();
    });
  });

  it.each([
    ['React', '**/assets/react.*.js', false],
    ['the app', '**/assets/main.*.js', false],
    ['the lessons', SCREEN_CODE, true],
  ])('opens a lesson whose tab was tapped before the code of %s', async (_code, files, isAwake) => {
    await stage().visit({}, async ({ page }) => {
      const release = await holdBack(page, files);
      await page.goto('/');
      if (isAwake) await awake(page);
      const tab = page.getByRole('tab', { name: 'Advanced Math' });
      await tab.scrollIntoViewIfNeeded();
      // As on an iPhone, where a tapped button gets no focus.
      await tab.dispatchEvent('click');
      release();
      await page.getByRole('tabpanel', { name: 'Advanced Math' }).waitFor();
    });
  });

  it.each([
    ['React', '**/assets/react.*.js', false],
    ['the app', '**/assets/main.*.js', false],
    ['the lessons', SCREEN_CODE, true],
  ])(
    'turns to a lesson by arrow keys pressed before the code of %s',
    async (_code, files, isAwake) => {
      await stage().visit({}, async ({ page }) => {
        const release = await holdBack(page, files);
        await page.goto('/');
        if (isAwake) await awake(page);
        const focused = () => page.evaluate(() => document.activeElement?.textContent);
        await page.getByRole('tabpanel', { name: 'The Basics' }).focus();
        const keys = ['Shift+Tab', 'ArrowRight', 'ArrowLeft', 'ArrowLeft'];
        for (const key of keys) await page.keyboard.press(key);
        expect(await focused()).toBe('Elite Strategies');
        release();
        await page.getByRole('tabpanel', { name: 'Elite Strategies' }).waitFor();
        expect(await focused()).toBe('Elite Strategies');
        await page.keyboard.press('ArrowLeft');
        await page.getByRole('tabpanel', { name: 'Advanced Math' }).waitFor();
      });
    },
  );

  it.each(['react.*.js', 'main.*.js', 'main.*.css'])(
    'stays as it was sent when a part cannot be had, and wakes at the next sign of intent: %s',
    async (part) => {
      await stage().visit({}, async ({ page, phantom, watch }) => {
        watch.allow(/Failed to load resource/);
        await page.route(`**/assets/${part}`, (route) => route.abort(), { times: 1 });
        const failed = page.waitForEvent('requestfailed');
        await page.goto('/');
        await failed;
        await page.getByRole('heading', { name: TITLE }).waitFor();
        await connectButton(page).click();
        await dashboardShown(page);
        await eventually(async () => expect(await phantom.prompts()).toEqual(['signIn']));
      });
    },
  );

  it('carries out a tap on a page whose code is on its way, and then cannot be had', async () => {
    await stage().visit({}, async ({ page, watch }) => {
      watch.allow(/Failed to load resource/);
      const asked = page.waitForRequest('**/assets/main.*.js');
      const release = await loseLater(page, '**/assets/main.*.js');
      await page.goto('/');
      await asked;
      await connectButton(page).click();
      release();
      await dashboardShown(page);
    });
  });

  it.each([
    ['/proof', 'button', 'Recompute the Board', 'Recompute Again'],
    ['/', 'tab', 'Advanced Math', 'Recruits each'],
  ] as const)(
    'carries out a tap on a part of %s whose code could not be had at first: the %s %s',
    async (path, role, name, then) => {
      await stage().visit({}, async ({ page, watch }) => {
        watch.allow(/Failed to load resource/);
        watch.allow(/A part of the page stays as it was sent/);
        await page.route(SCREEN_CODE, (route) => route.abort(), { times: 1 });
        const failed = page.waitForEvent('requestfailed');
        await page.goto(path);
        const control = page.getByRole(role, { name });
        await control.scrollIntoViewIfNeeded();
        await failed;
        await control.click();
        await page.getByText(then).first().waitFor();
      });
    },
  );

  it('wakes whole when a translator has changed its words meanwhile', async () => {
    await stage().visit({}, async ({ page, watch }) => {
      watch.allow(/Minified React error #418/);
      const release = await holdBack(page, '**/assets/main.*.js');
      await page.goto('/');
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
});
