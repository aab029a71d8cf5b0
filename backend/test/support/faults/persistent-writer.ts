import { Agent, request } from 'node:http';
import { errorCode } from '../../../src/core/errors.js';
import { wallet } from '../wallets.js';

/** The result of a claim: status and headers, or the error code of a broken connection. */
export type Ending =
  | {
      readonly recruit: string;
      readonly status: number;
      readonly type: string | undefined;
      readonly connection: string | undefined;
    }
  | { readonly recruit: string; readonly code: string };

const MAX_CLAIMS = 10_000;

/**
 * Sends claims for `referrer` one after the other, until one gets 503, a connection breaks, or 10,000 are sent.
 * @param name unique name of the writer
 */
export async function claimUntilRefused(
  server: string,
  referrer: string,
  name: string,
): Promise<Ending[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const endings: Ending[] = [];
  for (let index = 0; index < MAX_CLAIMS; index += 1) {
    const ending = await post(agent, server, referrer, wallet(`${name} ${index}`), index);
    endings.push(ending);
    if ('code' in ending || ending.status === 503) break;
  }
  agent.destroy();
  return endings;
}

async function post(
  agent: Agent,
  server: string,
  referrer: string,
  recruit: string,
  client: number,
): Promise<Ending> {
  return new Promise((resolve) => {
    const call = request(`${server}/api/referral`, {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${client % 250}.1` },
    });
    call.on('response', (response) => {
      response.resume().on('end', () => {
        const { 'content-type': type, connection } = response.headers;
        resolve({ recruit, status: response.statusCode ?? 0, type, connection });
      });
    });
    call.on('error', (error) => resolve({ recruit, code: errorCode(error) ?? 'unknown' }));
    call.end(JSON.stringify({ referrerId: referrer, recruitId: recruit }));
  });
}
