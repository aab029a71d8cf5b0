import { startCluster } from './cluster.js';

/** Starts the PostgreSQL server that all test files share. Each file creates its own databases. */
export default async function setUp() {
  globalThis.testCluster = await startCluster();
  process.env.TEST_POSTGRES = globalThis.testCluster.url('postgres');
}
