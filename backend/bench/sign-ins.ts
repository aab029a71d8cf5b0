import { newSigner } from '../test/signer.js';
import { Visitor } from '../test/visitor.js';

/** Visitors who sign in at the same time. */
const VISITORS = 16;

/** Signs newcomers in, each with a proof of a referral, and returns the sign-ins a second. Servers and referrers take turns. */
export async function signInsPerSecond(
  servers: readonly string[],
  referrers: readonly string[],
  count: number,
): Promise<number> {
  const newcomers = Array.from({ length: count }, (_, index) => ({
    signer: newSigner(),
    server: servers[index % servers.length] ?? '',
    referrer: referrers[index % referrers.length],
  }));
  const started = performance.now();
  const queue = newcomers.values();
  const visit = async (): Promise<void> => {
    for (const { signer, server, referrer } of queue) {
      const { referral } = await new Visitor(server).signIn(signer, referrer);
      if (referral?.credited !== true) throw new Error('a sign-in did not prove its referral');
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, visit));
  return (1000 * count) / (performance.now() - started);
}
