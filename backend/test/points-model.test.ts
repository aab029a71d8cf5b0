import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { getLeaderboard, getStats } from './api.js';
import { ReferralModel } from './referral-model.js';
import { SettableClock } from './settable-clock.js';
import type { Signer } from './signer.js';
import { newSigner } from './signer.js';
import { withDatabaseUrl } from './temporary-database.js';
import type { TestServer } from './test-server.js';
import { startTestServer } from './test-server.js';
import { Visitor } from './visitor.js';

const WALLETS = 5;
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.parse('2028-02-27T00:00:00.000Z');

type Command =
  | { readonly kind: 'claim'; readonly referrer: number; readonly recruit: number }
  | { readonly kind: 'sign in'; readonly wallet: number; readonly referrer: number | null }
  | { readonly kind: 'visit'; readonly wallet: number }
  | { readonly kind: 'repeat' }
  | { readonly kind: 'sleep'; readonly days: number }
  | { readonly kind: 'restart' };

const someone = fc.nat({ max: WALLETS - 1 });

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('claim'), referrer: someone, recruit: someone }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('sign in'),
      wallet: someone,
      referrer: fc.option(someone, { freq: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('visit'), wallet: someone }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('repeat') }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('sleep'), days: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart') }) },
);

/** The product, driven as its visitors drive it, beside the model that says what must come of it. */
class Trial {
  private readonly model = new ReferralModel(WALLETS);
  private readonly signers = Array.from({ length: WALLETS }, newSigner);
  private readonly visitors = new Map<number, Visitor>();
  private readonly clock = new SettableClock(new Date(FIRST_DAY).toISOString());
  private server: TestServer | null = null;
  private last: Command | null = null;

  constructor(private readonly databaseUrl: string) {}

  async run(commands: readonly Command[]): Promise<void> {
    await this.restart();
    try {
      for (const each of commands) {
        this.clock.advance(1);
        await this.execute(each);
      }
      await this.expectAgreement();
    } finally {
      await this.server?.close();
    }
  }

  private async execute(next: Command): Promise<void> {
    switch (next.kind) {
      case 'claim': {
        const { referrer, recruit } = next;
        const expected = this.model.claim(referrer, recruit);
        const visitor = new Visitor(this.url);
        const response = await visitor.refer(this.address(referrer), this.address(recruit));
        expect(response.status).toBe(expected);
        break;
      }
      case 'sign in': {
        const { wallet, referrer } = next;
        const credited = this.model.signIn(wallet, referrer, this.today);
        const visitor = new Visitor(this.url);
        const named = referrer === null ? undefined : this.address(referrer);
        const { referral } = await visitor.signIn(this.signer(wallet), named);
        this.visitors.set(wallet, visitor);
        expect(referral?.credited ?? false).toBe(credited);
        break;
      }
      case 'visit': {
        const visitor = this.visitors.get(next.wallet);
        if (visitor === undefined) return;
        if ((await visitor.session()).wallet !== null) this.model.checkIn(next.wallet, this.today);
        break;
      }
      case 'sleep':
        this.clock.advance(next.days * DAY_MS);
        break;
      case 'restart':
        await this.restart();
        break;
      case 'repeat':
        if (this.last !== null) await this.execute(this.last);
        return;
    }
    this.last = next;
  }

  private async restart(): Promise<void> {
    await this.server?.close();
    const environment = {
      DATABASE_URL: this.databaseUrl,
      SESSION_SECRET: 'the same after a restart as before it',
      TRUST_PROXY: '1',
    };
    this.server = await startTestServer(environment, this.clock);
    for (const [wallet, { cookies }] of this.visitors) {
      const returning = new Visitor(this.url);
      for (const [name, value] of cookies) returning.cookies.set(name, value);
      this.visitors.set(wallet, returning);
    }
  }

  /** Model, API and database say the same. */
  private async expectAgreement(): Promise<void> {
    const ranking = this.model.ranking(this.today);
    for (let wallet = 0; wallet < WALLETS; wallet += 1) {
      const { referrer, ...expected } = this.model.statsOf(wallet, this.today);
      const rank = ranking.indexOf(wallet) + 1;
      expect(await getStats(this.url, this.address(wallet))).toEqual({
        ...expected,
        wallet: this.address(wallet),
        rank: rank === 0 ? null : rank,
        referrer: referrer === null ? null : this.address(referrer),
      });
    }
    const { entries } = await getLeaderboard(this.url);
    expect(entries.map(({ wallet }) => wallet)).toEqual(ranking.map((each) => this.address(each)));
    await this.expectSoundLedger();
  }

  private async expectSoundLedger(): Promise<void> {
    const row = z.object({ drift: z.int(), unearned: z.int(), unpaid: z.int() });
    const rows = await this.server?.database.reader.select(
      row,
      `SELECT
        (SELECT count(*) FROM wallet WHERE points <>
          (SELECT coalesce(sum(points), 0) FROM points_entry WHERE wallet = address)) AS drift,
        (SELECT count(*) FROM points_entry WHERE cause = 'recruit' AND NOT EXISTS
          (SELECT 1 FROM referral WHERE recruit = reference AND referrer = wallet AND status = 'proven')) AS unearned,
        (SELECT count(*) FROM referral WHERE status = 'proven' AND NOT EXISTS
          (SELECT 1 FROM points_entry WHERE cause = 'recruit' AND reference = recruit AND wallet = referrer)) AS unpaid`,
    );
    expect(rows).toEqual([{ drift: 0, unearned: 0, unpaid: 0 }]);
  }

  private get url(): string {
    return this.server?.url ?? '';
  }

  private get today(): number {
    return Math.floor((this.clock.now().getTime() - FIRST_DAY) / DAY_MS);
  }

  private signer(wallet: number): Signer {
    return this.signers[wallet] ?? newSigner();
  }

  private address(wallet: number): string {
    return this.signer(wallet).address;
  }
}

test('claims, proofs, repeats, overrides, check-ins and restarts come to what the model says', async () => {
  const run = async (commands: Command[]): Promise<void> => {
    await withDatabaseUrl((url) => new Trial(url).run(commands));
  };
  const commands = fc.array(command, { minLength: 1, maxLength: 30 });
  await fc.assert(fc.asyncProperty(commands, run), { numRuns: 30 });
}, 120_000);
