import { z } from 'zod';

/** What becomes of a visitor's attempt to connect; nothing of who they are. */
export const connectOutcomeSchema = z.enum([
  'connected',
  'declined',
  'misaddressed',
  'broken',
  'blocked',
  'absent',
  'failed',
]);

export type ConnectOutcome = z.infer<typeof connectOutcomeSchema>;

export const connectReportSchema = z.strictObject({ outcome: connectOutcomeSchema });

export type ConnectReport = z.infer<typeof connectReportSchema>;

/** What a page's policy can forbid, as it is counted. */
export const policyPartSchema = z.enum([
  'script',
  'style',
  'img',
  'font',
  'connect',
  'trusted-types',
  'other',
]);

/** Body of `POST /api/reports/policy`, as browsers send it (Content Security Policy Level 3, section 5.3): of all that it holds, the directive. */
export const policyReportSchema = z.object({
  'csp-report': z
    .object({
      'effective-directive': z.string().optional(),
      'violated-directive': z.string().optional(),
    })
    .transform((report) => partOf(report['effective-directive'] ?? report['violated-directive'])),
});

export type PolicyReport = z.infer<typeof policyReportSchema>;

function partOf(directive = ''): z.infer<typeof policyPartSchema> {
  if (directive.includes('trusted-types')) return 'trusted-types';
  const { success, data } = policyPartSchema.safeParse(directive.split('-', 1)[0]);
  return success ? data : 'other';
}
