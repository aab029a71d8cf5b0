import { postReferral } from '../support/product/recruits.js';
import { signIn } from '../support/product/sign-in.js';
import { createWalletKey, type WalletKey } from '../support/fake-phantom/keys.js';

const WALLETS = 300;

const UNPROVEN_EVERY = 5;

const AT_ONCE = 6;

const GOLDEN = 0.618_033_988_75;

interface Recruited {
  readonly recruit: WalletKey;
  readonly referrer: string;
  readonly isProven: boolean;
}

/** Creates wallets with real keys, and refers them through the API. Most of them sign for their referrer. */
export async function raisePyramids(origin: string): Promise<void> {
  const queue = recruitsOf(Array.from({ length: WALLETS }, createWalletKey)).values();
  const work = async () => {
    for (const { recruit, referrer, isProven } of queue) {
      if (isProven) await signIn(origin, recruit, referrer);
      else await postReferral({ origin }, referrer, recruit.address);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

function recruitsOf(keys: readonly WalletKey[]): Recruited[] {
  return keys.flatMap((recruit, index) => {
    const position = ((index * GOLDEN) % 1) ** 3;
    const referrer = keys[Math.floor(index * position)];
    if (index === 0 || referrer === undefined) return [];
    return [{ recruit, referrer: referrer.address, isProven: index % UNPROVEN_EVERY !== 0 }];
  });
}
