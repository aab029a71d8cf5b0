import type { Database } from '../../../src/database/database.js';
import { ModerationService } from '../../../src/moderation/moderation.service.js';
import { SettableClock } from '../settable-clock.js';
import { newSigner, type Signer } from '../signer.js';
import { startTestServer, type TestServer } from '../test-server.js';
import { Visitor } from '../visitor.js';
import { wallet } from '../wallets.js';

export type Cast = {
  readonly top: string;
  readonly left: string;
  readonly right: string;
  readonly bottom: string;
  readonly banned: string;
  readonly revoked: string;
  /** A claimed recruit of `top`. */
  readonly rumour: string;
  /** A claimed recruit of `rumour`. */
  readonly hearsay: string;
};

export interface Campaign {
  readonly server: TestServer;
  readonly clock: SettableClock;
  readonly cast: Cast;
}

/** Starts a server with claims, proofs, check-ins, bans and revocations. */
export async function startCampaign(): Promise<Campaign> {
  const clock = new SettableClock('2026-11-19T12:00:00.000Z');
  const server = await startTestServer({ TRUST_PROXY: '1' }, clock);
  const [top, left, right, bottom, banned, revoked] = Array.from({ length: 6 }, newSigner);
  const [rumour, hearsay] = [wallet('rumour'), wallet('hearsay')];
  if (!top || !left || !right || !bottom || !banned || !revoked) throw new Error('too few keys');

  const signIn = (signer: Signer, referrer?: Signer) =>
    new Visitor(server.url).signIn(signer, referrer?.address);
  const claim = (referrer: string, recruit: string) =>
    new Visitor(server.url).refer(referrer, recruit);
  await signIn(top);
  await signIn(left, top);
  await signIn(right, top);
  await signIn(bottom, left);
  await signIn(banned, right);
  await signIn(revoked, top);
  await claim(top.address, rumour);
  await claim(rumour, hearsay);
  clock.set('2026-11-20T12:00:00.000Z');
  await signIn(top);
  await moderate(server.database, clock, banned.address, revoked.address, left.address);
  return {
    server,
    clock,
    cast: {
      top: top.address,
      left: left.address,
      right: right.address,
      bottom: bottom.address,
      banned: banned.address,
      revoked: revoked.address,
      rumour,
      hearsay,
    },
  };
}

async function moderate(
  { writer }: Database,
  clock: SettableClock,
  banned: string,
  revoked: string,
  pardoned: string,
): Promise<void> {
  const moderation = new ModerationService(writer, clock);
  await moderation.revoke(revoked, 'a wallet of its own');
  await moderation.revoke(pardoned, 'by mistake');
  await moderation.unrevoke(pardoned, 'it was a mistake');
  await moderation.ban(pardoned, 'for an hour');
  await moderation.unban(pardoned, 'the hour is over');
  await moderation.ban(banned, 'bought recruits');
}
