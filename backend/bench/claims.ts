import { randomBytes } from 'node:crypto';
import type autocannon from 'autocannon';
import bs58 from 'bs58';

/** A request that posts another claim each time: a newcomer under one of the `referrers`, from an address of its own. */
export function newClaim(referrers: readonly string[]): autocannon.Request {
  let sent = 0;
  return {
    method: 'POST',
    path: '/api/referral',
    setupRequest: (request) => {
      sent += 1;
      return {
        ...request,
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
        },
        body: JSON.stringify({
          referrerId: referrers[sent % referrers.length],
          recruitId: bs58.encode(randomBytes(32)),
        }),
      };
    },
  };
}
