import { z } from 'zod';
import { printableLine } from '../core/printable.js';

const checkReportSchema = z.strictObject({
  number: z.int().positive(),
  name: z.string(),
  looked: z.string(),
  ok: z.boolean(),
  count: z.int().nonnegative(),
  /** At most 20. */
  faults: z.array(z.string()),
  remedy: z.string().nullable(),
});

export type CheckReport = z.infer<typeof checkReportSchema>;

export const doctorReportSchema = z.strictObject({
  ok: z.boolean(),
  /** Repairs that were due before these checks ran; empty without `--repair`. */
  repairs: z.array(
    z.strictObject({
      check: z.int().positive(),
      did: z.string(),
      error: z.string().nullable(),
    }),
  ),
  checks: z.array(checkReportSchema),
});

export type DoctorReport = z.infer<typeof doctorReportSchema>;

export function describeReport({ ok, repairs, checks }: DoctorReport): string {
  const wrong = checks.filter((check) => !check.ok).map(({ number }) => number);
  return [
    ...repairs.map(({ check, did, error }) =>
      error === null ? `Repaired ${check}: ${did}.` : `NOT repaired ${check}: ${error}.`,
    ),
    ...checks.flatMap(describeCheck),
    ok ? 'All is well.' : `Something is wrong: see ${wrong.join(', ')}.`,
  ].join('\n');
}

export function describeCheck(check: CheckReport): string[] {
  const { number, name, looked, ok, count, faults, remedy } = check;
  const hidden = count - faults.length;
  return [
    `${String(number).padStart(2)}  ${ok ? 'ok   ' : 'WRONG'}  ${name} (${looked})`,
    ...faults.map((fault) => `           ${printableLine(fault)}`),
    ...(hidden > 0 ? [`           and ${hidden.toLocaleString('en')} more`] : []),
    ...(remedy === null ? [] : [`           Remedy: ${remedy}.`]),
  ];
}
