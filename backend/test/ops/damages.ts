import type { Cast } from '../support/data/campaign.js';

/** Damage that an operator could do to a campaign's database by hand. */
export interface Damage {
  readonly what: string;
  /** Triggers to drop first on SQLite. On PostgreSQL, all triggers are disabled. */
  readonly inTheWay?: readonly string[];
  readonly typed: (cast: Cast) => string;
  readonly fault: RegExp;
}

/** Derived data that contradicts its source rows, and missing parts of the schema. */
export const DERIVED: readonly Damage[] = [
  {
    what: 'recruits that nobody recruited',
    typed: ({ top }) => `UPDATE wallet SET direct_recruits = 9 WHERE address = '${top}'`,
    fault: /has 9 recruits, 2 of them proven, but the referrals make 3 and 2/,
  },
  {
    what: 'points from nowhere',
    inTheWay: ['wallet_points_follow'],
    typed: ({ top }) => `UPDATE wallet SET points = 9999 WHERE address = '${top}'`,
    fault: /has 9999 points, but the ledger says 2200/,
  },
  {
    what: 'a ban that was quietly lifted',
    typed: () => 'UPDATE wallet SET banned_at = NULL',
    fault: /is banned since never, but the audit log says since 2026-11-20/,
  },
  {
    what: 'a week that is counted wrongly',
    typed: () => 'UPDATE internal_week_total SET recruits = recruits + 1',
    fault: /has \d+ recruits of \d{4}-W\d\d, but the referrals make \d/,
  },
  {
    what: 'a ranking that is counted wrongly',
    typed: () => "UPDATE internal_point_count SET wallets = wallets + 1 WHERE board = ''",
    fault: /internal_point_count has \d+ wallets with -?\d+ points, but there are \d/,
  },
  {
    what: 'a trigger that is gone',
    typed: () => `DROP TRIGGER referral_proven${databaseKind === 'postgres' ? ' ON referral' : ''}`,
    fault: /the trigger referral_proven is missing/,
  },
  {
    what: 'an index that is gone',
    typed: () => 'DROP INDEX wallet_by_rank',
    fault: /index wallet_by_rank is missing/,
  },
  {
    what: 'a view that is gone',
    typed: () => 'DROP VIEW leaderboard',
    fault: /view leaderboard is missing/,
  },
];

/** Rows missing from the ledger. */
export const GAPS: readonly Damage[] = [
  {
    what: 'points of a recruit that were never entered',
    inTheWay: ['ledger_entry_no_delete'],
    typed: ({ banned }) => `DELETE FROM ledger_entry WHERE reference = '${banned}'`,
    fault: /has brought \w+ 0 points, not 1000/,
  },
  {
    what: 'points of a check-in that were never entered',
    inTheWay: ['ledger_entry_no_delete'],
    typed: ({ bottom }) => `DELETE FROM ledger_entry WHERE wallet = '${bottom}'`,
    fault: /has no points for its check-in of 2026-11-19/,
  },
];

const changeProof = (recruit: string, field: string, value: string): string =>
  databaseKind === 'postgres'
    ? `UPDATE log_entry SET entry = regexp_replace(entry, '"${field}":"[^"]*"', '"${field}":"${value}"') WHERE entry LIKE '%"recruit":"${recruit}"%'`
    : `UPDATE log_entry SET entry = json_set(entry, '$.${field}', '${value}') WHERE entry ->> 'recruit' = '${recruit}'`;

/** Damage that doctor reports but cannot repair. */
export const FINAL: readonly Damage[] = [
  {
    what: 'a cycle',
    inTheWay: ['referral_final'],
    typed: ({ rumour, hearsay }) =>
      `UPDATE referral SET referrer = '${hearsay}' WHERE recruit = '${rumour}'`,
    fault: /is its own ancestor/,
  },
  {
    what: 'a claim on a recruit who has declined it',
    typed: ({ rumour, hearsay }) =>
      `INSERT INTO claim_history_entry (recruit, referrer, claimed_at, reason, ended_at)
       SELECT recruit, '${rumour}', claimed_at, 'declined', claimed_at FROM referral WHERE recruit = '${hearsay}'`,
    fault: /has declined, but is claimed by/,
  },
  {
    what: 'an invalid signature',
    inTheWay: ['log_entry_no_update'],
    typed: ({ right }) => changeProof(right, 'signature', 'AAAA'),
    fault: /entry \d of the log: the signature is not by the recruit/,
  },
  {
    what: 'a proof from after its message had expired',
    inTheWay: ['log_entry_no_update'],
    typed: ({ left }) => changeProof(left, 'at', '2026-11-25T12:00:00.000Z'),
    fault: /entry \d of the log: it was proven after the message had expired/,
  },
  {
    what: 'a proof from long before its message was issued',
    inTheWay: ['log_entry_no_update'],
    typed: ({ bottom }) => changeProof(bottom, 'at', '2026-11-19T11:58:59.999Z'),
    fault: /entry \d of the log: it was proven before it was signed/,
  },
  {
    what: 'a proof that was given to another',
    inTheWay: ['referral_final'],
    typed: ({ right, left }) =>
      `UPDATE referral SET referrer = '${left}' WHERE recruit = '${right}'`,
    fault: /entry \d of the log: it is not the proof of the referral that refers to it/,
  },
  {
    what: 'an entry of the log that is gone',
    inTheWay: ['log_entry_no_delete'],
    typed: () => 'DELETE FROM log_entry WHERE log_index = (SELECT log_index FROM revoked_referral)',
    fault: /the proof of \w+ is missing in the log/,
  },
  {
    what: 'a ban that is not in the log',
    inTheWay: ['log_entry_no_update'],
    typed: ({ banned }) =>
      `UPDATE log_entry SET entry = '{}' WHERE entry LIKE '{"action":"ban","subject":"${banned}"%'`,
    fault: /the ban of \w+ at \S+ is missing in the log/,
  },
  {
    what: 'a total of the ledger that is wrong',
    inTheWay: ['ledger_entry_no_update'],
    typed: () => 'UPDATE ledger_entry SET total = total + 1 WHERE number = 1',
    fault: /entry 1 of \w+ says 101 points in all, but the entries up to it add up to 100/,
  },
  {
    what: 'points without a check-in',
    typed: ({ bottom }) => `DELETE FROM check_in WHERE wallet = '${bottom}'`,
    fault: /entry \d+ is for a missing check-in/,
  },
  {
    what: 'a revoked referral that is gone',
    inTheWay: ['audit_log_no_delete'],
    typed: ({ revoked }) => `DELETE FROM audit_log WHERE subject = '${revoked}'`,
    fault: /is revoked, but the audit log does not say so/,
  },
  {
    what: 'a wallet that is gone',
    typed: ({ hearsay }) => `DELETE FROM wallet WHERE address = '${hearsay}'`,
    fault: /referral: the recruit \w+ is not in wallet/,
  },
];

/** Returns statements that cause the damage if they are run in one transaction. */
export function statementsOf(damages: readonly Damage[], cast: Cast): string[] {
  const typed = damages.flatMap((damage) => damage.typed(cast).split('; '));
  const inTheWay = damages.flatMap((damage) => damage.inTheWay ?? []);
  return databaseKind === 'postgres'
    ? [
        'SET LOCAL session_replication_role = replica',
        ...typed,
        'SET LOCAL session_replication_role = DEFAULT',
      ]
    : [
        'PRAGMA defer_foreign_keys = ON',
        ...inTheWay.map((trigger) => `DROP TRIGGER IF EXISTS ${trigger}`),
        ...typed,
      ];
}
