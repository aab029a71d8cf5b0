/** A function that returns the value if it is a `T`, else undefined. */
export type Check<T> = (value: unknown) => T | undefined;

export const text: Check<string> = (value) => (typeof value === 'string' ? value : undefined);

/** Parses JSON; undefined if the text is missing or malformed. */
export function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

export const integer: Check<number> = (value) =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;

export const count: Check<number> = (value) => {
  const whole = integer(value);
  return whole === undefined || whole < 0 ? undefined : whole;
};

export const time: Check<string> = (value) =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined;

export const oneOf =
  <const T>(...values: readonly T[]): Check<T> =>
  (value) =>
    values.find((each) => each === value);

export const orNull =
  <T>(check: Check<T>): Check<T | null> =>
  (value) =>
    value === null ? null : check(value);

export const listOf =
  <T>(check: Check<T>): Check<T[]> =>
  (value) =>
    Array.isArray(value) && value.every((item) => check(item) !== undefined) ? value : undefined;

type Checks<T> = { readonly [Field in keyof T]-?: Check<Exclude<T[Field], undefined>> };

/**
 * Returns a check for objects whose fields pass the given checks; fields in `optional` may be missing. Unknown fields
 * are kept, since another release of the server may send more.
 */
export const objectOf =
  <T extends object>(checks: Checks<T>, ...optional: readonly (keyof T)[]): Check<T> =>
  (value) => {
    if (typeof value !== 'object' || value === null) return undefined;
    const isRight = Object.entries<Check<unknown>>(checks).every(([name, check]) => {
      const field: unknown = Reflect.get(value, name);
      const isMissing = field === undefined && optional.some((each) => each === name);
      return isMissing || check(field) !== undefined;
    });
    return isRight ? (value as T) : undefined;
  };
