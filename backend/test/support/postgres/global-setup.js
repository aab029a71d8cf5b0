import { startCluster } from './cluster.js';

/** Starts the PostgreSQL server of all test files. Each file creates its own databases on it. */
export default async function setUp() {
  globalThis.testCluster = await startCluster();
  process.env.TEST_POSTGRES = globalThis.testCluster.url('postgres');
}
