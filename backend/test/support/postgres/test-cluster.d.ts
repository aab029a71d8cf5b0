import type { Cluster } from './cluster.js';

declare global {
  /** Jest's global setup sets this variable, in Jest's main process only. */
  var testCluster: Cluster | undefined;
}
