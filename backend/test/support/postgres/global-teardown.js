export default async function tearDown() {
  await globalThis.testCluster?.remove();
}
