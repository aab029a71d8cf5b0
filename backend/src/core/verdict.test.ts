import { describe, expect, test } from '@jest/globals';
import { Verdict } from './verdict.js';

function judge(results: string): string {
  const verdict = new Verdict();
  return Array.from(results, (result) => {
    verdict.add(result === 'x' ? 'fault' : null);
    if (verdict.problem === undefined) return '?';
    return verdict.problem === null ? '.' : 'x';
  }).join('');
}

describe('a verdict', () => {
  test.each([
    ['x..x..', '?.....'],
    ['xx.xx.', '??....'],
    ['xxx', '??x'],
    ['..xxxx', '....xx'],
    ['xxx..xxx', '??xxxxxx'],
    ['xxx...', '??xxx.'],
    ['xxx..x...', '??xxxxxx.'],
  ])('with the results %s (x: fault) becomes %s (x: problem, ?: unknown)', (results, verdicts) => {
    expect(judge(results)).toBe(verdicts);
  });

  test('is unknown before the first result; during a problem, names the newest fault, and is uncertain after a success', () => {
    const verdict = new Verdict();
    expect([verdict.problem, verdict.isCertain]).toEqual([undefined, false]);
    for (const fault of ['1', '2', '3', '4']) verdict.add(fault);
    expect([verdict.problem, verdict.isCertain]).toEqual(['4', true]);
    verdict.add(null);
    expect([verdict.problem, verdict.isCertain]).toEqual(['4', false]);
  });
});
