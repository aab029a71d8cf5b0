import { randomBytes } from 'node:crypto';
import type autocannon from 'autocannon';
import bs58 from 'bs58';

let sent = 0;

/** Asks for a path. */
export function get(path: string): autocannon.Request {
  return { method: 'GET', path };
}

/** The path that asks what a wallet has achieved. */
export function statsOf(wallet: string): string {
  return `/api/referral-stats?wallet=${wallet}`;
}

/** Asks for one of the paths after the other, whoever asks. */
export function getInTurn(paths: readonly string[]): autocannon.Request {
  return {
    method: 'GET',
    setupRequest: (request) => {
      sent += 1;
      return { ...request, path: paths[sent % paths.length] };
    },
  };
}

/** Asks for a path that one address may not ask for so often. */
export function getFromEverywhere(path: string): autocannon.Request {
  return { ...get(path), setupRequest: (request) => ({ ...request, headers: fromElsewhere() }) };
}

/** Posts another claim each time: a newcomer under one of the `referrers`, from another address. */
export function newClaim(referrers: readonly string[]): autocannon.Request {
  return {
    method: 'POST',
    path: '/api/referral',
    setupRequest: (request) => ({
      ...request,
      headers: { 'content-type': 'application/json', ...fromElsewhere() },
      body: JSON.stringify({
        referrerId: referrers[sent % referrers.length],
        recruitId: bs58.encode(randomBytes(32)),
      }),
    }),
  };
}

/** A header by which the request seems to come from another address, so that no limit gets in its way. */
function fromElsewhere(): { 'x-forwarded-for': string } {
  sent += 1;
  return { 'x-forwarded-for': `10.${(sent >> 16) & 127}.${(sent >> 8) & 255}.${sent & 255}` };
}
