import { startCluster } from './cluster.js';

/** Starts the server of PostgreSQL that all test files share, each with databases of its own. */
export default async function setUp() {
  globalThis.testCluster = await startCluster();
  process.env.TEST_POSTGRES = globalThis.testCluster.url('postgres');
}
