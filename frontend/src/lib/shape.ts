import type { LeaderboardEntry } from '@backend/leaderboard/leaderboard.schema';

type Returns = NonNullable<LeaderboardEntry['returns']>;

/** Tells whether a value is what a caller expects. */
type Check = (value: unknown) => boolean;

/** Tells whether a value is of type `T`. */
export type Shape<T> = (value: unknown) => value is T;

export const isText: Check = (value) => typeof value === 'string';

/** A number of points, which may be less than none. */
export const isWhole: Check = Number.isSafeInteger;

/** A number of things that are counted. */
export const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;

export const orNull =
  (holds: Check): Check =>
  (value) =>
    value === null || holds(value);

export const orMissing =
  (holds: Check): Check =>
  (value) =>
    value === undefined || holds(value);

export const listOf =
  (holds: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(holds);

export const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);

export const isTime: Check = (value) =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** An object with these fields, whatever else it has: a server of another release may know more. */
export function shapeOf<T extends object>(fields: {
  readonly [Field in keyof T]-?: Check;
}): Shape<T> {
  return (value): value is T =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries<Check>(fields).every(([name, holds]) => holds(Reflect.get(value, name)));
}

/** How many recruits of a wallet came back, on the board as in its pyramid. */
export const isReturns = shapeOf<Returns>({ recruits: isCount, returned: isCount });
