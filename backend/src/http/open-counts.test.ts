import { expect, test } from '@jest/globals';
import { OpenCounts } from './open-counts.js';

test('OpenCounts accepts at most 100 open requests of a /64, and 800 of a /48', () => {
  const open = new OpenCounts('requests');
  const begun = Array.from({ length: 9 * 101 }, (_, index) =>
    open.begin({
      network: `2001:db8:1:${Math.floor(index / 101)}::/64`,
      prefix: '2001:db8:1::/48',
    }),
  );
  expect(begun.slice(0, 101).filter((end) => end !== null)).toHaveLength(100);
  expect(begun.filter((end) => end !== null)).toHaveLength(800);
  expect(open.begin({ network: '192.0.2.1', prefix: null })).not.toBeNull();
  for (const end of begun) end?.();
  expect(open.total).toBe(1);
});

test('OpenCounts ignores the second end of an item', () => {
  const open = new OpenCounts('requests');
  const [first] = [1, 2].map(() => open.begin({ network: '192.0.2.1', prefix: null }));
  first?.();
  first?.();
  expect(open.total).toBe(1);
});
