import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { canonicalPath } from '@backend/site/canonical-path';
import { isWalletAddress } from '@backend/shared/referral-link';
import { paths } from '@/config/paths';
import { routeAt } from '@/routes/routes';

const WALLET = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';

const segment = fc.oneof(
  fc.constantFrom('', 'about', 'About', '%41bout', 'dashboard', 'pyramid', 'PYRAMID', 'proof', '*'),
  fc.constantFrom(WALLET, `${WALLET}.`, '%2F', '%', '%zz', '.', 'about%20', 'about%2F'),
  fc.webSegment(),
);

test('server and browser agree on which paths have a screen, and one redirect is enough', () => {
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 4 }), (segments) => {
      const pathname = `/${segments.join('/')}`;
      const canonical = canonicalPath(Object.values(paths), pathname);
      const [, top] = /^\/pyramid\/(.*)$/.exec(canonical ?? '') ?? [];
      const isShown = canonical !== null && (top === undefined || isWalletAddress(top));
      expect(routeAt(canonical ?? pathname).path !== '*').toBe(isShown);
      if (canonical !== null) {
        expect(canonicalPath(Object.values(paths), canonical)).toBe(canonical);
      }
    }),
    { numRuns: 300 },
  );
});
