import type { Check } from '../doctor/check.js';
import type { Problems } from '../health/health.schema.js';

/** The state of the server, for the operator. */
export interface ServerState {
  /** Null if the server does not say. */
  readonly problems: Problems | null;
  readonly checks: readonly Check[];
  /** Remarks that are not faults, one sentence each. */
  readonly remarks: readonly string[];
}

/** Looks at the server: from inside its process, or from the operator's tool. */
export abstract class ServerView {
  abstract look(): Promise<ServerState>;
}
