import { z } from 'zod';

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
