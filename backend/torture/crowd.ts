import { challengeSchema } from '../src/session/session.schema.js';
import { claim } from '../test/api.js';
import { newSigner } from '../test/signer.js';
import { Visitor, signed } from '../test/visitor.js';
import { wallet } from '../test/wallets.js';
import type { Receipts } from './receipts.js';

/** Wallets at the top, whose totals everybody changes. */
const TOPS = 5;

/** Of all newcomers, those whose wallet signs in. */
const SHARE_OF_SIGN_INS = 0.3;

/** Of those, the ones that somebody else has claimed before. */
const SHARE_CLAIMED_BEFORE = 0.3;

/** Writers that post claims and sign in with real keys, each one request after the other, and keep the receipts. */
export class Crowd {
  private readonly referrers = Array.from({ length: TOPS }, (_, index) => wallet(`top ${index}`));
  private newcomers = 0;

  constructor(
    private readonly receipts: Receipts,
    private readonly random: () => number,
  ) {}

  /**
   * Lets `writers` write until `isOver` says so or the server is gone.
   * @returns statuses that were neither a success nor 503, each with what was asked
   */
  async write(server: string, writers: number, isOver: () => boolean): Promise<string[]> {
    const surprises: string[] = [];
    const writer = async (): Promise<void> => {
      while (!isOver()) {
        const response = await this.recruitSomeone(server).catch(() => null);
        if (response === null) return;
        if (!response.ok && response.status !== 503) {
          surprises.push(`${response.url} answered ${response.status}: ${await response.text()}`);
        }
      }
    };
    await Promise.all(Array.from({ length: writers }, writer));
    return surprises;
  }

  /**
   * Sends the claims again whose answers were lost, as a visitor would.
   * @returns how many there were
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

  private async recruitSomeone(server: string): Promise<Response> {
    const referrer = this.someone();
    if (this.random() < SHARE_OF_SIGN_INS) return this.signSomeoneIn(server, referrer);
    this.newcomers += 1;
    const newcomer = wallet(`newcomer ${this.newcomers}`);
    const response = await this.claim(server, newcomer, referrer);
    if (response.ok) this.referrers.push(newcomer);
    return response;
  }

  private async claim(server: string, recruit: string, referrer: string): Promise<Response> {
    this.receipts.send(recruit, 'claimed', referrer);
    const response = await claim(server, referrer, recruit);
    if (response.ok) this.receipts.acknowledge(recruit, 'claimed');
    return response;
  }

  private async signSomeoneIn(server: string, referrer: string): Promise<Response> {
    const signer = newSigner();
    if (this.random() < SHARE_CLAIMED_BEFORE) {
      await this.claim(server, signer.address, this.someone());
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
    return this.referrers[index] ?? wallet('top 0');
  }
}
