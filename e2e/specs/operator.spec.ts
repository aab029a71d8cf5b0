import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import getPort from 'get-port';
import { HtmlValidate } from 'html-validate';
import { violations } from './checks/axe.js';
import { expectPictureAsBefore } from './checks/baselines.js';
import { misfits } from './checks/layout.js';
import { photograph } from './checks/picture.js';
import { launchChromium } from '../support/browser/chromium.js';
import { startProduct, type Product } from '../support/product/product.js';
import { provenRecruitsFor } from '../support/product/recruits.js';

const REFERRER = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
const TOKEN = 'the-token-of-an-operator-0123456789';

describe('the operator’s page', () => {
  let browser: Browser;
  let product: Product;
  let url: string;

  beforeAll(async () => {
    browser = await launchChromium();
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

  afterAll(async () => {
    await browser.close();
    await product.stop();
  });

  async function visit(
    options: Parameters<Browser['newContext']>[0],
    play: (page: Page, problems: readonly string[]) => Promise<void>,
  ): Promise<void> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    await page.goto(`${url}?token=${TOKEN}`);
    await play(page, problems);
    await context.close();
  }

  const SIZES = [
    { device: 'phantomBrowser', width: 390, height: 844 },
    { device: 'desktop', width: 1440, height: 900 },
  ];

  describe.each(SIZES)('in a window of $width × $height px', ({ device, ...viewport }) => {
    it.each(['light', 'dark'] as const)('fits and is legible in %s mode', async (colorScheme) => {
      await visit({ viewport, colorScheme }, async (page, problems) => {
        expect(page.url()).toBe(url);
        await page.getByRole('heading', { name: '1 warning' }).waitFor();
        expect(await page.getByRole('img', { name: /^Proofs: at most 3 a day$/ }).count()).toBe(1);
        expect(await page.getByText(REFERRER).count()).toBe(1);
        expect(await misfits(page)).toEqual([]);
        expect(await violations(page)).toEqual([]);
        expect(problems).toEqual([]);
        if (colorScheme === 'dark') return;
        await expectPictureAsBefore(`${device}/operator`, await photograph(page));
      });
    });
  });

  it('is valid HTML', async () => {
    await visit({}, async (page) => {
      const response = await page.reload();
      const validator = new HtmlValidate({ extends: ['html-validate:standard'] });
      const { results } = await validator.validateString((await response?.text()) ?? '');
      const messages = results.flatMap((result) => result.messages);
      expect(messages.map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
    });
  });
});
