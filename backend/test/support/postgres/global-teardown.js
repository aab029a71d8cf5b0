/** Removes the server of PostgreSQL that the test files shared. */
export default async function tearDown() {
  await globalThis.testCluster?.remove();
}
