import { describe, expect, it } from '@jest/globals';
import { isMet, median, type Measurement } from './measurement.js';
import { lineOf } from './report.js';

describe('a measurement', () => {
  const time: Measurement = { name: 'the tap', value: 400, unit: 'ms', target: { atMost: 400 } };
  const score: Measurement = { name: 'the score', value: 98, unit: '', target: { atLeast: 99 } };

  it('meets its target if it equals the target', () => {
    expect([isMet(time), isMet({ ...time, value: 400.1 })]).toEqual([true, false]);
    expect([isMet({ ...score, value: 99 }), isMet(score)]).toEqual([true, false]);
  });

  it('does not meet its target if it could not be measured', () => {
    expect(isMet({ ...time, value: median([]) })).toBe(false);
    expect(isMet({ ...score, value: NaN })).toBe(false);
  });

  it('is printed with its target and whether it is met', () => {
    expect(lineOf(time).split(/\s{2,}/)).toEqual(['the tap', '400 ms', '≤ 400 ms', 'met']);
    expect(lineOf(score)).toMatch(/98\s+≥ 99\s+MISSED$/);
  });

  it('is the median of several loads', () => {
    expect(median([900, 100, 200])).toBe(200);
  });
});
