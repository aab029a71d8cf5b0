import { startCluster } from './cluster.js';

export default async function setUp() {
  globalThis.testCluster = await startCluster();
  process.env.TEST_POSTGRES = globalThis.testCluster.url('postgres');
}
