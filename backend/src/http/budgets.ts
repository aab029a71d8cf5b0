/**
 * What calls cost and how much of each there is: the one place that says so; `docs/security.md` tells it to people. A client
 * is an IPv4 address or a /64 of IPv6. Times are of one of two cores, measured; what is dear is scarce, and what many share is shared out.
 */

/** Calls that a client may make in a minute. */
export const CALLS_A_MINUTE = {
  /** A claim is 0.1 ms and a share of an fsync; a sign-in is 4 ms, in two requests. */
  write: 30,
  /** One more in a counter, of what went wrong in a browser. */
  report: 30,
  /** A download is 3 MB of memory while it lasts, and the time of whoever reads it. */
  proofs: 60,
  /** 2 ms for some hundred wallets, up to 10,000 of which are counted; the picture of one is 60 ms. */
  pyramid: 60,
  /** 50 ms when it is drawn, and next to nothing when it is kept. */
  card: 120,
  /** A call to a Solana node, which has its own quota; in a batch each counts. */
  node: 120,
  /** A page that is built for a wallet: 5 ms, where one that is kept takes 0.2. Beyond that, the page names nobody. */
  walletPage: 60,
} as const;

/** As how many addresses those of one /48 count together, however many networks it is split into. */
export const ADDRESSES_OF_A_SITE = 8;

/** What is open, waits or is under way at once: of one client, and in all. */
export const AT_ONCE = {
  connections: { ofOne: 256, inAll: 5_000 },
  downloads: { ofOne: 4, inAll: 100 },
  cards: { ofOne: 5, inAll: 20 },
  nodeCalls: { ofOne: 20, inAll: 100 },
} as const;

/** Requests that come on one connection before it has its answers: browsers and proxies wait for each. */
export const REQUESTS_ON_A_CONNECTION = 4;

/** What is done in a second for all clients together: a tenth of a core each, at most. */
export const A_SECOND = {
  walletPages: 20,
  /** Looks at who of a wallet's recruits came back: a third of a millisecond. */
  returns: 50,
} as const;
