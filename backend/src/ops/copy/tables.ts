/** A table that is copied, row by row as it is. */
export interface CopiedTable {
  readonly name: string;
  /** The columns by which its rows are read in order. */
  readonly key: readonly string[];
  /** All columns that are not computed from others. */
  readonly columns: readonly string[];
}

const FACTS = 'recruit, referrer, status, claimed_at, proven_at, message, signature, proof_number';

/**
 * All that a campaign consists of; a row comes after those that it refers to. The counted ranking is counted again, and
 * what calls are counted for is over by the time a copy is served.
 */
export const TABLES: readonly CopiedTable[] = [
  keyed(
    'wallet',
    'joined_number',
    'joined_number, address, joined_at, direct_recruits, proven_recruits, points, banned_at',
  ),
  keyed('operator_action', 'number', 'number, action, subject, why, acted_at'),
  keyed('referral', 'recruit_number', `recruit_number, ${FACTS}`),
  keyed('revoked_referral', 'recruit', `${FACTS}, revoked_at, action_number`),
  keyed('points_entry', 'number', 'number, wallet, cause, reference, points, total, recorded_at'),
  keyed('check_in', 'wallet, day', 'wallet, day, checked_in_at'),
  keyed(
    'sign_in_challenge',
    'nonce',
    'nonce, browser_hash, issued_at, expires_at, used_at, domain, uri, statement, version, chain_id, referrer',
  ),
  keyed(
    'session',
    'token_hash',
    'token_hash, wallet, created_at, expires_at, revoked_at, referrer, message, signature',
  ),
];

function keyed(name: string, key: string, columns: string): CopiedTable {
  return { name, key: key.split(', '), columns: columns.split(', ') };
}
