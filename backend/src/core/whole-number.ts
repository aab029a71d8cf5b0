import { z } from 'zod';

/** Returns a schema of a whole number in plain decimal digits. It rejects spellings such as `1e2`, `0x10` and ` 5`. */
export const wholeNumber = (
  min: number,
  max: number,
  message = `must be a whole number from ${min} to ${max}`,
) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max,
      message,
    )
    .meta({ type: 'integer', minimum: min, maximum: max })
    .transform(Number);
