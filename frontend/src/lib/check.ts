/** Returns the value as a `T` if it is one, else undefined. */
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

/** A whole number, which may be negative. */
export const integer: Check<number> = (value) =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;

/** A whole number, 0 or more. */
export const count: Check<number> = (value) => {
  const whole = integer(value);
  return whole === undefined || whole < 0 ? undefined : whole;
};

/** A date and time as text. */
export const time: Check<string> = (value) =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined;

/** One of the given values. */
export const oneOf =
  <const T>(...values: readonly T[]): Check<T> =>
  (value) =>
    values.find((each) => each === value);

export const orNull =
  <T>(check: Check<T>): Check<T | null> =>
  (value) =>
    value === null ? null : check(value);

/** A list in which every item passes the check. */
export const listOf =
  <T>(check: Check<T>): Check<T[]> =>
  (value) => {
    if (!Array.isArray(value)) return undefined;
    const items = value.map(check).filter((item) => item !== undefined);
    return items.length === value.length ? items : undefined;
  };

type Checks<T> = { readonly [Field in keyof T]-?: Check<Exclude<T[Field], undefined>> };

/** A `T` in which only the fields `Certain` are required. */
export type Known<T, Certain extends keyof T> = Pick<T, Certain> & Partial<Omit<T, Certain>>;

/**
 * Checks an object with these fields. An optional field that is missing or malformed is omitted. Unknown fields are
 * kept, since another release of the server may send more.
 */
export function objectOf<T extends object, Required extends keyof T = keyof T>(
  required: Checks<Pick<T, Required>>,
  optional: Checks<Omit<T, Required>>,
): Check<Known<T, Required>> {
  const checks = Object.entries<Check<unknown>>({ ...required, ...optional });
  return (value) => {
    if (typeof value !== 'object' || value === null) return undefined;
    const checked = checks.map(([name, check]) => [name, check(Reflect.get(value, name))] as const);
    if (checked.some(([name, field]) => field === undefined && name in required)) return undefined;
    const fields = Object.entries({ ...value, ...Object.fromEntries(checked) });
    return Object.fromEntries(fields.filter(([, field]) => field !== undefined)) as Known<
      T,
      Required
    >;
  };
}
