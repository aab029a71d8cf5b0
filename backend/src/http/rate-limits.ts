/** Maximum number of calls of a client to one route per minute, with CALLS_FACTOR=1. */
export const CALLS_PER_MINUTE = {
  write: 30,
  proofs: 60,
  tiles: 600,
  pyramid: 60,
  card: 120,
  /** Each call of a batch counts. */
  node: 120,
} as const;

/**
 * Number of entries of the transparency log that a client may download per minute, with CALLS_FACTOR=1. A download that
 * begins below the limit is sent to its end.
 */
export const ENTRIES_PER_MINUTE = 600_000;

/** A group of clients, such as a /48 of IPv6, has the limits of this many clients. */
export const CLIENTS_PER_PREFIX = 8;

/** Maximum number of open or queued items: `ofOne` for one client, `inAll` for all clients together. */
export const AT_ONCE = {
  connections: { ofOne: 256, inAll: 5_000 },
  requests: { ofOne: 100, inAll: 5_000 },
  costlyReads: { ofOne: 20, inAll: 5_000 },
  nodeCalls: { ofOne: 20, inAll: 5_000 },
  nodeQuota: { ofOne: 20, inAll: 5_000 },
  /** `ofOne` is as large as `inAll`, since a client reaches `requests.ofOne` first. */
  tiles: { ofOne: 5_000, inAll: 5_000 },
} as const;

/** Maximum number of jobs that run at the same time: `ofOne` for one client, `inAll` for all clients together. */
export const IN_TURN = {
  /** A read of SQLite or a compression occupies one of the four threads of Node's pool. */
  costlyReads: { ofOne: 1, inAll: 1 },
  /** An answer of a node may take 1 MiB of memory. */
  nodeCalls: { ofOne: 4, inAll: 100 },
  nodeQuota: { ofOne: 1, inAll: 1 },
  tiles: { ofOne: 1, inAll: 2 },
} as const;

/** Estimated costs of costly reads, in milliseconds. */
export const COSTS = {
  /** Budget of a client per minute, with CALLS_FACTOR=1. */
  perMinute: 3_000,
  leaderboardPage: 3,
  picture: 80,
  pyramid: 2,
  landingPage: 5,
  pyramidPage: 25,
  /** Additional cost of each listed wallet of a pyramid. */
  pyramidNode: 0.02,
  /** Additional cost of counting the wallets that the list leaves out. */
  pyramidCounts: 100,
  /**
   * Maximum cost of a failed read, which otherwise costs the time it took. With CALLS_FACTOR=1, an outage denies a
   * client reads only after three slow failures in a minute, and reads of one client that time out after 5 s run for at
   * most 15 s a minute.
   */
  failedRead: 1_000,
} as const;

/** Maximum number of unanswered requests on a connection. */
export const REQUESTS_ON_A_CONNECTION = 4;

/**
 * Maximum wait, in milliseconds, for a page that is rendered for one link. Then the visitor gets the page without the
 * texts for that link.
 */
export const MAX_PAGE_WAIT_MS = 1_000;

export const MAX_PAGE_REST_MS = 20;

/** Maximum time, in milliseconds, for which a tile that a client reads slowly delays the next tile. */
export const TILE_TURN_MS = 50;

/**
 * A call to a Solana node fails if it waits for its turn for this many milliseconds. The sum of this, the wait for
 * quota and the nodes' 10 s must be less than the 30 s after which a silent connection is closed.
 */
export const NODE_TURN_WAIT_MS = 15_000;

/** Milliseconds from a call's arrival during which it may wait for quota. */
export const NODE_QUOTA_WAIT_MS = 3_000;

/**
 * The first `prompt` refusals of a client in `windowMs` are not delayed. Later ones are delayed by `delayMs`, unless
 * `atOnce` refusals of all clients are delayed already.
 */
export const LATE_REFUSALS = {
  prompt: 50,
  windowMs: 10_000,
  delayMs: 1_000,
  atOnce: 1_000,
} as const;
