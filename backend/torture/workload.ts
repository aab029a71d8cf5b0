import autocannon from 'autocannon';
import type { ReferralStatus } from '../src/referral/referral.schema.js';
import { challengeSchema } from '../src/sign-in/sign-in.schema.js';
import { claim } from '../test/support/api.js';
import { newSigner } from '../test/support/signer.js';
import { Visitor, signed } from '../test/support/visitor.js';
import { wallet } from '../test/support/wallets.js';

export interface Receipt {
  readonly claimedFor: string | null;
  readonly provenFor: string | null;
  readonly acknowledged: readonly ReferralStatus[];
}

const NOTHING_SENT: Receipt = { claimedFor: null, provenFor: null, acknowledged: [] };

export class Receipts {
  readonly byRecruit = new Map<string, Receipt>();
  readonly order: { readonly recruit: string; readonly status: ReferralStatus }[] = [];

  send(recruit: string, status: ReferralStatus, referrer: string): void {
    const sent = status === 'claimed' ? { claimedFor: referrer } : { provenFor: referrer };
    this.byRecruit.set(recruit, { ...this.of(recruit), ...sent });
  }

  acknowledge(recruit: string, status: ReferralStatus): void {
    const receipt = this.of(recruit);
    const acknowledged = [...receipt.acknowledged, status];
    this.byRecruit.set(recruit, { ...receipt, acknowledged });
    this.order.push({ recruit, status });
  }

  private of(recruit: string): Receipt {
    return this.byRecruit.get(recruit) ?? NOTHING_SENT;
  }
}

export const TOP = wallet('top 0');

/** Number of referrers at the start. */
const TOPS = 5;

const SHARE_OF_SIGN_INS = 0.3;

/** Share of signing recruits who are first claimed for a random referrer. */
const SHARE_CLAIMED_BEFORE = 0.3;

/** Sends random claims and sign-ins, and records them. Each writer sends one request at a time. */
export class Workload {
  private readonly referrers = Array.from({ length: TOPS }, (_, index) => wallet(`top ${index}`));
  private newcomers = 0;

  constructor(
    private readonly receipts: Receipts,
    private readonly random: () => number,
  ) {}

  /**
   * Runs writers until `isOver` returns true or the server is gone.
   * @returns URL, status and body of answers that are neither a success nor 503
   */
  async write(server: string, writers: number, isOver: () => boolean): Promise<string[]> {
    const unexpected: string[] = [];
    const writer = async (): Promise<void> => {
      while (!isOver()) {
        const response = await this.recruitSomeone(server).catch(() => null);
        if (response === null) return;
        if (!response.ok && response.status !== 503) {
          unexpected.push(`${response.url} answered ${response.status}: ${await response.text()}`);
        }
      }
    };
    await Promise.all(Array.from({ length: writers }, writer));
    return unexpected;
  }

  /**
   * Repeats claims that were not acknowledged, except for recruits who have also signed.
   * @returns the number of repeated claims
   */
  async retryClaims(server: string): Promise<number> {
    let retried = 0;
    for (const [recruit, { claimedFor, provenFor, acknowledged }] of this.receipts.byRecruit) {
      if (claimedFor === null || provenFor !== null || acknowledged.length > 0) continue;
      await this.claim(server, recruit, claimedFor);
      retried += 1;
    }
    return retried;
  }

  async claim(server: string, recruit: string, referrer: string): Promise<Response> {
    this.receipts.send(recruit, 'claimed', referrer);
    const response = await claim(server, referrer, recruit);
    if (response.ok) this.receipts.acknowledge(recruit, 'claimed');
    return response;
  }

  async recruitSomeone(server: string): Promise<Response> {
    const referrer = this.someone();
    if (this.random() < SHARE_OF_SIGN_INS) return this.signSomeoneIn(server, referrer);
    this.newcomers += 1;
    const newcomer = wallet(`newcomer ${this.newcomers}`);
    const response = await this.claim(server, newcomer, referrer);
    if (response.ok) this.referrers.push(newcomer);
    return response;
  }

  private async signSomeoneIn(server: string, referrer: string): Promise<Response> {
    const signer = newSigner();
    if (this.random() < SHARE_CLAIMED_BEFORE) {
      const claimed = await this.claim(server, signer.address, this.someone());
      if (!claimed.ok && claimed.status !== 503) return claimed;
    }
    const visitor = new Visitor(server);
    const challenge = await visitor.send('POST', '/api/session/challenge', { referrer });
    if (!challenge.ok) return challenge;
    const { input } = challengeSchema.parse(await challenge.json());
    this.receipts.send(signer.address, 'proven', referrer);
    const response = await visitor.send('POST', '/api/session', signed(signer, input));
    if (response.ok) {
      this.receipts.acknowledge(signer.address, 'proven');
      this.referrers.push(signer.address);
    }
    return response;
  }

  private someone(): string {
    const index = Math.floor(this.random() * this.referrers.length);
    return this.referrers[index] ?? TOP;
  }
}

const PAGES = ['/api/leaderboard', '/api/health/live', '/'];

/** Number of requests with which {@link read} reads each default page once. */
export const ROUND = PAGES.length;

/**
 * Reads pages as one visitor, with an `amount` of requests or for a `duration` in seconds.
 * @returns the number of successful answers, p99 and maximum of the answer times in ms, and a sentence if a read failed
 */
export async function read(
  url: string,
  extent: { readonly amount: number } | { readonly duration: number },
  pages: readonly string[] = PAGES,
) {
  // The server redirects pages from 127.0.0.1 to localhost.
  const headers = { host: `localhost:${new URL(url).port}` };
  const requests = pages.map((path) => ({ path, headers }));
  const result = await autocannon({ url, connections: 1, requests, sampleInt: 10, ...extent });
  const bad = result.non2xx + result.errors + result.timeouts;
  return {
    count: result['2xx'],
    p99Ms: result.latency.p99,
    slowestMs: result.latency.max,
    broken: bad === 0 ? [] : [`${bad} reads were not answered with 200`],
  };
}
