import { expect, test } from './test.js';
import { HtmlValidate } from 'html-validate';
import { startProduct, type Product } from '../support/product/product.js';
import { provenRecruitsFor } from '../support/product/recruits.js';

const REFERRER = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';

test.describe('the HTML', () => {
  const validator = new HtmlValidate({ extends: ['html-validate:standard'] });
  let product: Product;

  test.beforeAll(async () => {
    product = await startProduct({ settings: { TRUST_PROXY: '1' } });
    await provenRecruitsFor(product, REFERRER, 1);
  });

  test.afterAll(() => product.stop());

  for (const path of [
    '/',
    `/?ref=${REFERRER}`,
    `/?ref=${REFERRER.slice(4)}`,
    '/about',
    '/how-to-participate',
    '/dashboard',
    '/proof',
    '/what-we-ask',
    `/pyramid/${REFERRER}`,
    '/pyramid/nobody',
    '/no/such/place',
  ]) {
    test(`is valid for the page at ${path}`, async () => {
      const response = await fetch(`${product.origin}${path}`);
      const { results } = await validator.validateString(await response.text());
      expect(
        results.flatMap(({ messages }) =>
          messages.map(({ line, message, ruleId }) => `${line}: ${message} (${ruleId})`),
        ),
      ).toEqual([]);
    });
  }
});
