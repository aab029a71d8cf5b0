import type { Cluster } from './cluster.js';

declare global {
  /** The shared PostgreSQL server, set by jest's global setup. */
  var testCluster: Cluster | undefined;
}
