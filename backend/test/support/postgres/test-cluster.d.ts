import type { Cluster } from './cluster.js';

declare global {
  /** PostgreSQL server of all test files. Only Jest's main process has this variable; its global setup sets it. */
  var testCluster: Cluster | undefined;
}
