import { z } from 'zod';
import { walletAddressSchema } from '../wallet/address.js';

const count = z.coerce.number().int();

/** The output of `ops status --json`. */
export const statusReportSchema = z.strictObject({
  at: z.iso.datetime(),
  version: z.string(),
  build: z.string(),
  origin: z.string(),
  /** Faults, one sentence each. */
  warnings: z.array(z.string()),
  /** Remarks that are not faults, one sentence each. */
  remarks: z.array(z.string()),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), looked: z.string() })),
  /** The last 7 UTC days, newest first. */
  days: z.array(z.object({ day: z.iso.date(), signIns: count, claims: count, proofs: count })),
  /** Proven recruits in the last 7 UTC days, and in the 7 before, of at most 10 referrers. */
  growth: z.array(z.object({ wallet: walletAddressSchema, week: count, weekBefore: count })),
  suspects: z.array(z.object({ wallet: walletAddressSchema, reason: z.string() })),
  /** Number of claims that have been unproven for at least 7 days. */
  unproven: count,
  actions: z.array(
    z.object({
      actedAt: z.iso.datetime(),
      action: z.string(),
      subject: z.string(),
      why: z.string(),
    }),
  ),
});

export type StatusReport = z.infer<typeof statusReportSchema>;

interface Section {
  readonly title: string;
  readonly otherwise: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

export function sectionsOf({ checks, days, growth, suspects, actions }: StatusReport): Section[] {
  return [
    {
      title: 'Checks',
      otherwise: '',
      headings: ['Check', 'State', 'Found'],
      rows: checks.map(({ name, ok, looked }) => [name, ok ? 'OK' : 'Wrong', looked]),
    },
    {
      title: 'Activity',
      otherwise: '',
      headings: ['Day (UTC)', 'Sign-ins', 'Claims', 'Proofs'],
      rows: days.map(({ day, signIns, claims, proofs }) => [day, signIns, claims, proofs]),
    },
    {
      title: 'Growth by referrer',
      otherwise: 'No recruit was proven in two weeks.',
      headings: ['Referrer', 'Proven in 7 days', 'In the 7 before'],
      rows: growth.map(({ wallet, week, weekBefore }) => [wallet, week, weekBefore]),
    },
    {
      title: 'Suspects',
      otherwise: 'No suspects.',
      headings: ['Wallet', 'Why'],
      rows: suspects.map(({ wallet, reason }) => [wallet, reason]),
    },
    {
      title: 'Last actions',
      otherwise: 'No operator actions.',
      headings: ['Time (UTC)', 'Action', 'Subject', 'Why'],
      rows: actions.map(({ actedAt, action, subject, why }) => [
        actedAt.slice(0, 19).replace('T', ' '),
        action,
        subject,
        why,
      ]),
    },
  ];
}
