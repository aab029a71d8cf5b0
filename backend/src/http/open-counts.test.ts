import { expect, test } from '@jest/globals';
import { OpenCounts } from './open-counts.js';

test('a count of open requests limits a /48 to eight times the limit of a /64', () => {
  const open = new OpenCounts('requests');
  const begun = Array.from({ length: 900 }, (_, index) =>
    open.begin({ network: `2001:db8:1:${index % 25}::/64`, prefix: '2001:db8:1::/48' }),
  );
  expect(begun.filter((end) => end !== null)).toHaveLength(800);
  expect(open.begin({ network: '192.0.2.1', prefix: null })).not.toBeNull();
  for (const end of begun) end?.();
  expect(open.total).toBe(1);
});
