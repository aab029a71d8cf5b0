/**
 * Maximum number of calls to one route per minute, for each client: an IPv4 address, a /64 of IPv6, or a signed-in
 * wallet. The setting CALLS_FACTOR multiplies it. See `docs/security.md`.
 */
export const CALLS_PER_MINUTE = {
  /** For changes, such as claims and check-ins. */
  write: 30,
  /** For downloads of `GET /api/proofs`, which have a limit of entries, too. */
  proofs: 60,
  /** Higher than the others, since full tiles of level 0 and full bundles of entries are sent from files. */
  tiles: 600,
  pyramid: 60,
  /** Higher than for pyramids, since a cached card costs nothing of the budget of costly reads. */
  card: 120,
  /** Each call of a batch counts, since it may use the node's quota. */
  node: 120,
} as const;

/**
 * Number of entries of the transparency log that a client may download per minute with CALLS_FACTOR=1. Sending them
 * takes about 5 % of a core. A download that begins below the limit is sent to its end.
 */
export const ENTRIES_PER_MINUTE = 600_000;

/**
 * A /48 of IPv6 has the limits of this many clients. The signed-in wallets at one IPv4 address, or in one /48, together
 * have the same limits.
 */
export const CLIENTS_PER_PREFIX = 8;

/** Maximum number of open or queued items: `ofOne` for one client, `inAll` for all clients together. */
export const AT_ONCE = {
  connections: { ofOne: 256, inAll: 5_000 },
  requests: { ofOne: 100, inAll: 5_000 },
  /**
   * `inAll` equals `requests.inAll`. If it were smaller, some clients could fill the queue, and others would be
   * refused.
   */
  costlyReads: { ofOne: 20, inAll: 5_000 },
  nodeCalls: { ofOne: 20, inAll: 5_000 },
  nodeQuota: { ofOne: 20, inAll: 5_000 },
  /** `ofOne` is as large as `inAll`, since a client reaches `requests.ofOne` first. */
  tiles: { ofOne: 5_000, inAll: 5_000 },
} as const;

/**
 * Maximum number of jobs that run at the same time: `ofOne` for one client, `inAll` for all clients together, which
 * take turns.
 */
export const IN_TURN = {
  /** A read of SQLite or a compression occupies one of the four threads of Node's pool. */
  costlyReads: { ofOne: 1, inAll: 1 },
  /** An answer of a node may take 1 MiB of memory. */
  nodeCalls: { ofOne: 4, inAll: 100 },
  nodeQuota: { ofOne: 1, inAll: 1 },
  /** Reading a file occupies one of the four threads of Node's pool. */
  tiles: { ofOne: 1, inAll: 2 },
} as const;

/**
 * Costs of costly reads, in milliseconds. They are constants, so that a slow machine does not use up the budget of a
 * visitor.
 */
export const COSTS = {
  /** Budget of a client per minute with CALLS_FACTOR=1: 5 % of a core. */
  perMinute: 3_000,
  leaderboardPage: 3,
  picture: 80,
  pyramid: 2,
  /** The landing page with the texts for one link. */
  landingPage: 5,
  /** The page of a drawn pyramid, with up to 1,000 wallets. */
  pyramidPage: 25,
  /** Additional cost of each listed wallet of a pyramid. */
  pyramidNode: 0.02,
  /** Additional cost if the list of wallets is cut, for counting the others. The counts are then cached. */
  pyramidCounts: 100,
} as const;

/** Maximum number of unanswered requests on a connection. */
export const REQUESTS_ON_A_CONNECTION = 4;

/**
 * Maximum wait, in milliseconds, for a page that is rendered for one link. Then the visitor gets the page without the
 * texts for that link.
 */
export const MAX_PAGE_WAIT_MS = 1_000;

/**
 * After a page is rendered for one link, the next costly read waits for as long as that took, but for this many
 * milliseconds at most.
 */
export const MAX_PAGE_REST_MS = 20;

/** Maximum time, in milliseconds, for which a tile that a client reads slowly delays the next tile. */
export const TILE_TURN_MS = 50;

/**
 * Maximum wait of a call to a Solana node for its turn, in milliseconds. If its turn comes later, the call is rejected.
 * This wait, the wait for quota and the nodes' 10 s must together be shorter than the 30 s after which a silent
 * connection is closed.
 */
export const NODE_TURN_WAIT_MS = 15_000;

/** Milliseconds from a call's arrival during which it may wait for quota. Afterwards, quota is checked only once. */
export const NODE_QUOTA_WAIT_MS = 3_000;

/**
 * The first `prompt` refusals of a client in `windowMs` are not delayed. Later ones are delayed by `delayMs`, but at
 * most `atOnce` refusals of all clients at the same time.
 */
export const LATE_REFUSALS = {
  prompt: 50,
  windowMs: 10_000,
  delayMs: 1_000,
  atOnce: 1_000,
} as const;
