import { expect, test } from '@jest/globals';
import { MAX_REMEMBERED, rangeText, verdict, withNextReading } from './rug-meter-card';

test('the worse the reading, the plainer the verdict', () => {
  expect(verdict(0)).toBe('Suspiciously safe. We are looking into it.');
  expect(verdict(9)).toBe(verdict(0));
  expect(verdict(10)).not.toBe(verdict(9));
  expect(verdict(89)).not.toBe(verdict(90));
  expect(verdict(100)).toBe('Please lift your feet.');
});

test('the latest readings are remembered, and no others', () => {
  let readings: readonly number[] = [50];
  for (let drawn = 1; drawn <= MAX_REMEMBERED; drawn += 1) {
    const before = readings;
    readings = withNextReading(before);
    expect(readings.slice(0, -1)).toEqual(before.slice(-(MAX_REMEMBERED - 1)));
    expect(readings.at(-1)).not.toBe(before.at(-1));
  }
  expect(readings).toHaveLength(MAX_REMEMBERED);
});

test('a range is spoken of once there is one', () => {
  expect(rangeText([50])).toBe('One reading so far.');
  expect(rangeText([50, 12, 97])).toBe('Lately between 12% and 97%.');
});
