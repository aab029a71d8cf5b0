/** SQL: true if a row of `wallet` is on the leaderboard of all time. */
export const IS_RANKED = 'proven_recruits > 0 AND banned_at IS NULL';

/** Indexes by name, except those that a column's or table's constraint creates. Each text follows `CREATE`. */
export const INDEXES: Readonly<Record<string, string>> = {
  wallet_by_rank: `INDEX wallet_by_rank ON wallet (points, direct_recruits, lateness) WHERE ${IS_RANKED}`,
  audit_log_by_subject: 'INDEX audit_log_by_subject ON audit_log (subject, number)',
  referral_by_referrer: 'INDEX referral_by_referrer ON referral (referrer, claimed_at)',
  referral_by_claim: `INDEX referral_by_claim ON referral (claimed_at) WHERE status = 'claimed'`,
  referral_by_proof: `INDEX referral_by_proof ON referral (proven_at, referrer, claimed_at) WHERE status = 'proven'`,
  referral_by_log_index:
    'UNIQUE INDEX referral_by_log_index ON referral (log_index) WHERE log_index IS NOT NULL',
  claim_history_by_recruit:
    'INDEX claim_history_by_recruit ON claim_history_entry (recruit, reason)',
  claim_history_by_referrer: 'INDEX claim_history_by_referrer ON claim_history_entry (referrer)',
  revoked_referral_by_referrer: 'INDEX revoked_referral_by_referrer ON revoked_referral (referrer)',
  revoked_referral_by_log_index:
    'UNIQUE INDEX revoked_referral_by_log_index ON revoked_referral (log_index)',
  ledger_entry_once: 'UNIQUE INDEX ledger_entry_once ON ledger_entry (cause, reference, wallet)',
  ledger_entry_for_one_wallet: `UNIQUE INDEX ledger_entry_for_one_wallet ON ledger_entry (cause, reference) WHERE cause <> 'check-in'`,
  ledger_entry_by_wallet: 'INDEX ledger_entry_by_wallet ON ledger_entry (wallet, number)',
  session_by_wallet: 'INDEX session_by_wallet ON session (wallet, created_at)',
  session_by_expiry: 'INDEX session_by_expiry ON session (expires_at)',
  sign_in_challenge_by_expiry:
    'INDEX sign_in_challenge_by_expiry ON sign_in_challenge (expires_at)',
  week_total_by_rank:
    'INDEX week_total_by_rank ON internal_week_total (week, recruits, lateness) WHERE recruits > 0',
};
