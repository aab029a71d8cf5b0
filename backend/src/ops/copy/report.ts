import { z } from 'zod';
import { checkReportSchema, describeCheck } from '../doctor/report.js';
import { table } from '../table.js';

/** What `copy` prints with `--json`. */
export const copyReportSchema = z.strictObject({
  /** Whether the copy holds, and was kept. */
  ok: z.boolean(),
  tables: z.array(z.strictObject({ name: z.string(), rows: z.int().nonnegative() })),
  /** What doctor says of the copy. */
  checks: z.array(checkReportSchema),
});

export type CopyReport = z.infer<typeof copyReportSchema>;

/** The report for people. */
export function describeReport({ ok, tables, checks }: CopyReport): string {
  const wrong = checks.filter((check) => !check.ok);
  return [
    table(
      ['Table', 'Rows'],
      tables.map(({ name, rows }) => [name, rows]),
    ),
    ...wrong.flatMap(describeCheck),
    ok
      ? `Copied, and all ${checks.length} checks of doctor hold there.`
      : 'NOT copied: what was read does not hold. Nothing was kept; mend the database that it came from, by doctor.',
  ].join('\n');
}
