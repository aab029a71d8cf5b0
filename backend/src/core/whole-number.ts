import { z } from 'zod';

/** Parses a whole number of plain decimal digits. Rejects other spellings of numbers, such as `1e2`, `0x10` and ` 5`. */
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
