/** Removes the shared PostgreSQL server. */
export default async function tearDown() {
  await globalThis.testCluster?.remove();
}
