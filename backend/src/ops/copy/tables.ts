/** A table that is copied, row by row as it is. */
export interface CopiedTable {
  readonly name: string;
  /** The columns that are not computed from others, beginning with the key. */
  readonly columns: readonly string[];
  /** How many of them are the key, by which the rows are read in order. */
  readonly keyLength: 1 | 2;
  /** Whether the key is a number that the database gives. */
  readonly isNumbered: boolean;
}

const FACTS = [
  ...['recruit', 'referrer', 'status', 'claimed_at', 'proven_at'],
  ...['message', 'signature', 'proof_number'],
];

const numbered = (name: string, ...columns: string[]): CopiedTable => ({
  name,
  columns,
  keyLength: 1,
  isNumbered: true,
});

const keyed = (name: string, keyLength: 1 | 2, ...columns: string[]): CopiedTable => ({
  name,
  columns,
  keyLength,
  isNumbered: false,
});

/**
 * All that a campaign consists of; a row comes after those that it refers to. The counted ranking is counted again, and
 * what calls are counted for is over by the time a copy is served.
 */
export const TABLES: readonly CopiedTable[] = [
  numbered(
    'wallet',
    ...['joined_number', 'address', 'joined_at', 'direct_recruits', 'proven_recruits'],
    ...['points', 'banned_at'],
  ),
  numbered('operator_action', 'number', 'action', 'subject', 'why', 'acted_at'),
  keyed('referral', 1, ...FACTS),
  keyed('revoked_referral', 1, ...FACTS, 'revoked_at', 'action_number'),
  numbered(
    'points_entry',
    ...['number', 'wallet', 'cause', 'reference', 'points', 'total', 'recorded_at'],
  ),
  keyed('check_in', 2, 'wallet', 'day', 'checked_in_at'),
  keyed(
    'sign_in_challenge',
    1,
    ...['nonce', 'browser_hash', 'issued_at', 'expires_at', 'used_at', 'domain', 'uri'],
    ...['statement', 'version', 'chain_id', 'referrer'],
  ),
  keyed(
    'session',
    1,
    ...['token_hash', 'wallet', 'created_at', 'expires_at', 'revoked_at', 'referrer'],
    ...['message', 'signature'],
  ),
];
