import { expect, test } from './test.js';
import { connectButton, hydrated, linkTo } from '../support/browser/steps.js';

const LOST = "404 - You've fallen off the pyramid!";
const SCREENS = [
  ['/', 'The AI-run pyramid scheme that admits it.'],
  ['/no/such/place', LOST],
] as const;

const LEVELS = [
  ['Bronze Dreamer', '0-1,000', '0-2'],
  ['Silver Schemer', '1,001-10,000', '3-5'],
  ['Gold Guru', '10,001-50,000', '6-10'],
  ['Platinum Prophet', '50,001-100,000', '11-20'],
  ['Diamond Dynamo', '100,001+', '21+'],
];

const SCORE_TEXT = [
  'base = shares held',
  'recruitment bonus = recruits x 1000',
  'activity multiplier = daily login streak x 1.5',
  'social engagement = tweets x 2',
];
const POINTS_TEXT = [
  'daily login streak: 100',
  'recruitment: 1000 per friend',
  'social media engagement: 500',
  'community participation: 250',
];

test.describe('screens:', () => {
  for (const [path, heading] of SCREENS) {
    test(`${path} hydrates without an unexpected error or warning on the console`, async ({
      visit,
    }) => {
      await visit({ phantom: null }, async ({ page, watch }) => {
        if (heading === LOST) watch.allow(/404 \(Not Found\)/);
        await page.goto(path);
        await page.getByRole('heading', { level: 1, name: heading }).waitFor();
        await hydrated(page);
        // The link navigates without a page load, which shows that React handles it.
        const before = await page.evaluate(() => performance.timeOrigin);
        await linkTo(page, '/dashboard').click();
        await connectButton(page).waitFor();
        await page.waitForURL('**/dashboard');
        expect(await page.evaluate(() => performance.timeOrigin)).toBe(before);
      });
    });
  }

  for (const [path, canonical] of [
    ['/About/?ref=nobody', '/about?ref=nobody'],
    ['/PYRAMID/nobody/', '/pyramid/nobody'],
  ] as const) {
    test(`${path} redirects to ${canonical}, which hydrates`, async ({ visit, product }) => {
      await visit({ phantom: null }, async ({ page, watch }) => {
        watch.allow(/404 \(Not Found\)/);
        await page.goto(path);
        await hydrated(page);
        expect(page.url()).toBe(product.origin + canonical);
      });
    });
  }

  test('/about has the AI CEO, experience, core values, a disclaimer and a link back to /', async ({
    page,
    product,
  }) => {
    await page.goto('/about');
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('CHEOPS');
    await page.getByText('Chief Hype & Executive Officer, Pyramid Strategy').first().waitFor();
    await page.getByRole('heading', { name: 'Previous Experience' }).waitFor();
    await page.getByRole('heading', { name: 'Core Values' }).waitFor();
    await page.getByText(/fictional character/).waitFor();
    await page.locator('main').getByRole('link').last().click();
    await page.waitForURL(`${product.origin}/`);
  });

  test('/how-to-participate has the formula, benefits and a button without an action', async ({
    page,
  }) => {
    await page.goto('/how-to-participate');
    await page.getByText('total = (base + recruitment) x multiplier + social').waitFor();
    await page.getByRole('heading', { name: 'Rewards and Benefits' }).waitFor();
    const before = await page.locator('main').innerHTML();
    const button = page.getByRole('button', { name: 'Start Your Journey' });
    await page.getByText('This button does nothing. You have arrived.').waitFor();
    await button.click();
    expect(page.url()).toMatch(/\/how-to-participate$/);
    expect(await page.locator('main').innerHTML()).toBe(before);
  });

  test('/how-to-participate has five levels, each with shares, recruits and a perk', async ({
    page,
  }) => {
    await page.goto('/how-to-participate');
    const rows = page.getByRole('table', { name: 'Pyramid levels' }).locator('tbody tr');
    const cells = await Promise.all(
      (await rows.all()).map((row) => row.locator('th, td').allInnerTexts()),
    );
    expect(cells.map((row) => row.slice(0, 3))).toEqual(LEVELS);
    for (const [, , , perk] of cells) expect(perk).toMatch(/\w/);
  });

  test('/how-to-participate has the exact texts about score and points', async ({ page }) => {
    await page.goto('/how-to-participate');
    const lines = await page.getByRole('main').getByRole('listitem').allInnerTexts();
    expect(lines).toEqual(expect.arrayContaining([...SCORE_TEXT, ...POINTS_TEXT]));
  });
});
