import type { Cluster } from './cluster.js';

declare global {
  /** The server of PostgreSQL between the set-up and the teardown of jest. */
  var testCluster: Cluster | undefined;
}
