import { expect, test } from './test.js';
import { HtmlValidate } from 'html-validate';
import { numberedWalletKey } from '../support/fake-phantom/keys.js';
import { provenRecruitsFor } from '../support/product/recruits.js';
import { SCREENS, UNKNOWN_PAGE } from './screens/screens.js';

const REFERRER = numberedWalletKey(78).address;

test.describe('the HTML', () => {
  const validator = new HtmlValidate({ extends: ['html-validate:standard'] });

  test.beforeAll(({ product }) => provenRecruitsFor(product, REFERRER, 1));

  for (const path of [
    ...SCREENS,
    UNKNOWN_PAGE,
    `/?ref=${REFERRER}`,
    `/?ref=${REFERRER.slice(4)}`,
    `/pyramid/${REFERRER}`,
    '/pyramid/nobody',
  ]) {
    test(`is valid for the page at ${path}`, async ({ product }) => {
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
