import { describe, expect, test } from '@jest/globals';
import { Verdict } from './verdict.js';

/** Returns the verdict after each look. In `looks`, `x` is a fault; in the result, `x` is a problem. */
function judge(looks: string): string {
  const verdict = new Verdict();
  return Array.from(looks, (look) => {
    verdict.add(look === 'x' ? 'fault' : null);
    return verdict.problem === null ? '.' : 'x';
  }).join('');
}

describe('a verdict', () => {
  test.each([
    ['x..x..', '......'],
    ['xx.xx.', '......'],
    ['xxx', '..x'],
    ['..xxxx', '....xx'],
    ['xxx..xxx', '..xxxxxx'],
    ['xxx...', '..xxx.'],
    ['xxx..x...', '..xxxxxx.'],
  ])('on the looks %s is %s', (looks, verdicts) => {
    expect(judge(looks)).toBe(verdicts);
  });

  test('is unknown before the first look, then names the newest fault, and is uncertain once a look finds none', () => {
    const verdict = new Verdict();
    expect([verdict.problem, verdict.isCertain]).toEqual([undefined, false]);
    for (const fault of ['1', '2', '3', '4']) verdict.add(fault);
    expect([verdict.problem, verdict.isCertain]).toEqual(['4', true]);
    verdict.add(null);
    expect([verdict.problem, verdict.isCertain]).toEqual(['4', false]);
  });
});
