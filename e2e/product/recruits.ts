import { generateKeyPairSync, sign } from 'node:crypto';
import { createWalletKey } from '../wallet/keys.js';
import { newClientAddress } from './client-address.js';
import { openDatabase } from './database.js';
import type { Product } from './product.js';

/** Posts a referral as a client of its own, so that the limit on writes does not count it with others. */
export function postReferral(
  { origin }: Product,
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

/** Has `count` fresh wallets claim `referrer`. Resolves to their addresses. */
export async function recruitFor(
  product: Product,
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

/** Has `count` fresh wallets claim `referrer`, and marks their referrals as proven in the database. */
export async function provenRecruitsFor(
  product: Product,
  referrer: string,
  count: number,
): Promise<void> {
  const recruits = await recruitFor(product, referrer, count);
  await openDatabase(product.databasePath, async (run) => {
    for (const recruit of recruits) {
      const message = `${recruit} was recruited by ${referrer}`;
      await run(
        `UPDATE referral SET status = 'proven', proven_at = claimed_at, message = ?, signature = ?
         WHERE recruit = ?`,
        [message, signed(message), recruit],
      );
    }
  });
}

function signed(message: string): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return sign(null, Buffer.from(message), privateKey).toString('base64');
}
