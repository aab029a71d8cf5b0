/**
 * The limits of the API, in one place; `docs/security.md` explains them. A client is an IPv4 address or a /64 of IPv6. The
 * times in the comments were measured on one of two cores.
 */

/** Calls that a client may make in a minute. */
export const CALLS_PER_MINUTE = {
  /** A claim takes 0.1 ms and a share of an fsync; a sign-in takes 4 ms, in two requests. */
  write: 30,
  /** A download reads 500 proofs at a time. */
  proofs: 60,
  /** 2 ms for some hundred wallets, of which up to 10,000 are counted; the picture of one takes 60 ms. */
  pyramid: 60,
  /** 50 ms to draw; a cached card costs next to nothing. */
  card: 120,
  /** A call to a Solana node, which has its own quota; each call of a batch counts. */
  node: 120,
  /** A page that is rendered for a wallet takes 5 ms, a prepared one 0.2 ms. Beyond the limit the page names nobody. */
  walletPage: 60,
} as const;

export type RateLimitName = keyof typeof CALLS_PER_MINUTE;

/** How many clients the networks of one /48 count as, however many there are. */
export const CLIENTS_PER_PREFIX = 8;

/** How much may be open or waiting at once: for one client, and in all. */
export const AT_ONCE = {
  connections: { ofOne: 256, inAll: 5_000 },
  requests: { ofOne: 100, inAll: 5_000 },
  cards: { ofOne: 5, inAll: 20 },
  nodeCalls: { ofOne: 20, inAll: 100 },
} as const;

/** Requests that may arrive on a connection before its first answer. */
export const REQUESTS_ON_A_CONNECTION = 4;

/** What is done in a second for all clients together: each at most a tenth of a core. */
export const PER_SECOND = {
  walletPages: 20,
} as const;
