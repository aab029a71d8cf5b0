/** All limits of the API, explained in `docs/security.md`. A client is an IPv4 address or a /64 of IPv6. */

/** Calls of a client in a minute. */
export const CALLS_PER_MINUTE = {
  /** A claim takes 0.1 ms and a share of an fsync; a sign-in takes 4 ms, in two requests. */
  write: 30,
  /** A download reads 500 proofs at a time. */
  proofs: 60,
  /** A read of some hundred wallets takes 2 ms; a picture takes 60 ms. */
  pyramid: 60,
  /** 50 ms to render; a cached card is free. */
  card: 120,
  /** Uses the node's quota; each call of a batch counts. */
  node: 120,
  /** 5 ms, against 0.2 ms for a prepared page, which is served beyond the limit. */
  walletPage: 60,
} as const;

/** Clients that a whole /48 counts as. */
export const CLIENTS_PER_PREFIX = 8;

/** Maximum open or waiting: of one client, and in all. */
export const AT_ONCE = {
  connections: { ofOne: 256, inAll: 5_000 },
  requests: { ofOne: 100, inAll: 5_000 },
  cards: { ofOne: 5, inAll: 20 },
  nodeCalls: { ofOne: 20, inAll: 100 },
} as const;

/** Unanswered requests on a connection. */
export const REQUESTS_ON_A_CONNECTION = 4;

/** Maximum in a second for all clients: a tenth of a core. */
export const PER_SECOND = {
  walletPages: 20,
} as const;
