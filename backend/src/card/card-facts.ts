/** What a card says of a wallet. The server does not look at balances, so a card does not speak of shares. */
export interface CardFacts {
  readonly wallet: string;
  /** Recruits whose own wallets have signed for it. */
  readonly provenRecruits: number;
  /** Place on the leaderboard; null for a wallet without a recruit, and for a banned one. */
  readonly rank: number | null;
}
