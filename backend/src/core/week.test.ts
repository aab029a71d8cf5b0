import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { boundsOfWeek, weekOf, weekSchema } from './week.js';

describe('a week', () => {
  test.each([
    ['2026-11-23T00:00:00.000Z', '2026-W48'],
    ['2026-11-29T23:59:59.999Z', '2026-W48'],
    ['2026-11-30T00:00:00.000Z', '2026-W49'],
    ['2027-01-03T23:59:59.999Z', '2026-W53'],
    ['2027-01-04T00:00:00.000Z', '2027-W01'],
    ['2024-12-30T00:00:00.000Z', '2025-W01'],
    ['1969-12-28T12:00:00.000Z', '1969-W52'],
  ])('that contains %s is %s', (time, week) => {
    expect(weekOf(new Date(time))).toBe(week);
  });

  test.each([
    ['2026-W53', true],
    ['2025-W53', false],
    ['0050-W01', false],
    ['9999-W52', false],
    ['2026-W00', false],
  ])('named %s is valid: %s', (week, isOne) => {
    expect(weekSchema.safeParse(week).success).toBe(isOne);
  });

  test('of a moment from 1970 to 2199 starts on Monday, contains the moment, and excludes its own end', () => {
    const moment = fc.date({
      min: new Date('1970-01-05T00:00:00Z'),
      max: new Date('2199-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moment, (time) => {
        const week = weekOf(time);
        const { begins, ends } = boundsOfWeek(week);
        expect(weekSchema.parse(week)).toBe(week);
        expect(begins.getUTCDay()).toBe(1);
        expect(begins <= time && time < ends).toBe(true);
        expect(weekOf(ends)).not.toBe(week);
      }),
    );
  });
});
