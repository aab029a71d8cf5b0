import { createWalletKey } from '../fake-phantom/keys.js';
import { newClientAddress } from './client-address.js';
import type { Product } from './product.js';
import { signedRecruit } from './sign-in.js';

type Served = Pick<Product, 'origin'>;

/** Posts a claim from a new client address, so that rate limits count each claim separately. */
export function postReferral(
  { origin }: Served,
  referrerId: string,
  recruitId: string,
): Promise<Response> {
  return fetch(`${origin}/api/referral`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': newClientAddress(),
    },
    body: JSON.stringify({ referrerId, recruitId }),
  });
}

/** Claims `count` new wallets for `referrer`, and returns their addresses. */
export async function recruitFor(
  product: Served,
  referrer: string,
  count: number,
): Promise<string[]> {
  const recruits = Array.from({ length: count }, () => createWalletKey().address);
  for (const recruit of recruits) {
    const response = await postReferral(product, referrer, recruit);
    if (response.status !== 201) throw new Error(`refused: ${await response.text()}`);
  }
  return recruits;
}

export async function provenRecruitsFor(
  { origin }: Served,
  referrer: string,
  count: number,
): Promise<void> {
  for (let proven = 0; proven < count; proven += 1) await signedRecruit(origin, referrer);
}
