/** All limits of the API, explained in `docs/security.md`. A client is an IPv4 address or a /64 of IPv6. */

/** Calls of a client per minute. */
export const CALLS_PER_MINUTE = {
  /** A claim takes 0.1 ms and shares an fsync; a sign-in takes 4 ms and two requests. */
  write: 30,
  /** A download reads 100 entries of the log per query. */
  proofs: 60,
  /** A full tile is a file; a partial one takes 1 ms. */
  tiles: 600,
  /** Reading a few hundred wallets takes 2 ms; a picture takes 60 ms. */
  pyramid: 60,
  /** Rendering takes 50 ms; a cached card is free. */
  card: 120,
  /** Each call of a batch counts, since it uses the node's quota. */
  node: 120,
  /** Rendering takes 5 ms; a prepared page, which is served beyond the limit, takes 0.2 ms. */
  walletPage: 60,
} as const;

/** A whole /48 has the limits of this many clients. */
export const CLIENTS_PER_PREFIX = 8;

/** Maximum of open or queued items: of one client, and in all. */
export const AT_ONCE = {
  connections: { ofOne: 256, inAll: 5_000 },
  requests: { ofOne: 100, inAll: 5_000 },
  cards: { ofOne: 5, inAll: 20 },
  nodeCalls: { ofOne: 20, inAll: 100 },
} as const;

/** Maximum of unanswered requests on a connection. */
export const REQUESTS_ON_A_CONNECTION = 4;

/** Maximum per second for all clients together. It takes a tenth of a core. */
export const PER_SECOND = {
  walletPages: 20,
} as const;
