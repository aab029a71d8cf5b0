import { z } from 'zod';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

export const weekSchema = z
  .string()
  .regex(/^[12]\d{3}-W(0[1-9]|[1-4]\d|5[0-3])$/)
  .refine(
    (week) => weekOf(boundsOfWeek(week).begins) === week,
    'must be an existing week, such as 2026-W48',
  )
  .meta({ id: 'Week', description: 'A UTC week, ISO 8601', example: '2026-W48' });

/** Returns the UTC week of a time, such as `2026-W48`. */
export function weekOf(time: Date): string {
  const thursday = new Date(mondayBefore(time) + 3 * DAY_MS);
  const year = thursday.getUTCFullYear();
  const week = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / WEEK_MS);
  return `${String(year).padStart(4, '0')}-W${String(week).padStart(2, '0')}`;
}

export function boundsOfWeek(week: string): { readonly begins: Date; readonly ends: Date } {
  const [year, number] = week.split('-W').map(Number);
  // The 4th of January is always in the first week.
  const first = mondayBefore(new Date(Date.UTC(year ?? 0, 0, 4)));
  const begins = first + ((number ?? 1) - 1) * WEEK_MS;
  return { begins: new Date(begins), ends: new Date(begins + WEEK_MS) };
}

function mondayBefore(time: Date): number {
  const sinceMonday = (time.getUTCDay() + 6) % 7;
  return Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate() - sinceMonday);
}
