import { readFileSync } from 'node:fs';
import { expect, test } from './test.js';
import type { Browser, Page } from '@playwright/test';
import getPort from 'get-port';
import { HtmlValidate } from 'html-validate';
import { violations } from './checks/axe.js';
import { misfits } from './checks/layout.js';
import { expectPicture } from './checks/picture.js';
import { startProduct, type Product } from '../support/product/product.js';
import { provenRecruitsFor } from '../support/product/recruits.js';

const REFERRER = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
const TOKEN = 'the-token-of-an-operator-0123456789';

/** Used instead of the system fonts of the operator's page, which differ between machines. */
const FONT = readFileSync('frontend/fonts/geist-latin-wght-normal.woff2', 'base64');

/** Runs in the page: replaces the font, build IDs and numbers. */
async function makeRepeatable(base64: string): Promise<void> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  document.fonts.add(await new FontFace('Picture', bytes).load());
  for (const each of document.querySelectorAll<HTMLElement>('body *')) {
    each.style.setProperty('font-family', 'Picture', 'important');
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    text.textContent =
      text.textContent?.replace(/build \w+/, 'build 0').replace(/\d[\d,.:]*/g, '0') ?? '';
  }
}

test.describe('the operator’s page', () => {
  let product: Product;
  let url: string;

  test.beforeAll(async () => {
    const port = await getPort();
    url = `http://localhost:${port}/`;
    product = await startProduct({
      settings: {
        OPERATOR_PORT: String(port),
        OPERATOR_TOKEN: TOKEN,
        SOLANA_RPC_URL: 'http://127.0.0.1:2',
        TRUST_PROXY: '1',
      },
    });
    await provenRecruitsFor(product, REFERRER, 3);
  });

  test.afterAll(() => product.stop());

  async function visit(
    browser: Browser,
    options: Parameters<Browser['newContext']>[0],
    play: (page: Page, problems: readonly string[]) => Promise<void>,
  ): Promise<void> {
    const httpCredentials = { username: 'operator', password: TOKEN };
    const context = await browser.newContext({ ...options, httpCredentials });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    await page.goto(url);
    await play(page, problems);
    await context.close();
  }

  const SIZES = [
    { device: 'phantomBrowser', width: 390, height: 844 },
    { device: 'desktop', width: 1440, height: 900 },
  ];

  for (const { device, ...viewport } of SIZES) {
    test.describe(`in a window of ${viewport.width} × ${viewport.height} px`, () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        test(`fits the window and has no axe violations in ${colorScheme} mode`, async ({
          browser,
        }) => {
          await visit(browser, { viewport, colorScheme }, async (page, problems) => {
            await page.getByRole('heading', { name: '1 warning' }).waitFor();
            const rows = await page.getByRole('region', { name: 'Activity' }).locator('tr').all();
            const cells = await Promise.all(rows.map((row) => row.locator('td').allTextContents()));
            expect(cells).toContainEqual([expect.any(String), '3', '0', '3']);
            expect(await page.getByText(REFERRER).count()).toBe(1);
            expect(await misfits(page)).toEqual([]);
            expect(await violations(page)).toEqual([]);
            expect(problems).toEqual([]);
            if (colorScheme === 'dark') return;
            await page.evaluate(makeRepeatable, FONT);
            await expectPicture(page, [device, 'operator']);
          });
        });
      }
    });
  }

  test('is valid HTML', async ({ browser }) => {
    await visit(browser, {}, async (page) => {
      const response = await page.reload();
      const validator = new HtmlValidate({ extends: ['html-validate:standard'] });
      const { results } = await validator.validateString((await response?.text()) ?? '');
      const messages = results.flatMap((result) => result.messages);
      expect(messages.map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
    });
  });
});
