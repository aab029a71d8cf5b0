import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { getLeaderboard, getStats } from '../api.js';
import { ReferralModel } from './referral-model.js';
import { newSigner, type Signer } from '../signer.js';
import { Visitor } from '../visitor.js';

const WALLETS = 5;
const DAY_MS = 86_400_000;
/** Start of the clock in ms since 1970: two days before a leap day. */
export const FIRST_DAY = Date.parse('2028-02-27T00:00:00.000Z');

export type Command =
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

export function commandLists(maxLength: number): fc.Arbitrary<Command[]> {
  return fc.array(command, { minLength: 1, maxLength, size: 'max' });
}

export interface Stage {
  readonly clock: { now(): Date; advance(milliseconds: number): void };
  /** Starts a server on the database of the previous server, if there was one. */
  start(): Promise<RunningServer>;
}

interface RunningServer {
  readonly url: string;
  count(sql: string): Promise<number>;
  close(): Promise<void>;
}

/** Counts contradictions between the totals and the ledger, and between the ledger and the referrals. */
const WRONG_ROWS = `
SELECT (SELECT count(*) FROM wallet WHERE points <>
    (SELECT coalesce(sum(points), 0) FROM ledger_entry WHERE wallet = address))
  + (SELECT count(*) FROM ledger_entry WHERE cause = 'recruit' AND NOT EXISTS
    (SELECT 1 FROM referral WHERE recruit = reference AND referrer = wallet AND status = 'proven'))
  + (SELECT count(*) FROM referral WHERE status = 'proven' AND NOT EXISTS
    (SELECT 1 FROM ledger_entry WHERE cause = 'recruit' AND reference = recruit AND wallet = referrer)) AS count`;

/** Runs commands against the product and the model, and compares the two. */
export class ModelTrial {
  private readonly model = new ReferralModel(WALLETS);
  private readonly signers = Array.from({ length: WALLETS }, newSigner);
  private readonly visitors = new Map<number, Visitor>();
  private server: RunningServer | null = null;
  private last: Command | null = null;

  constructor(private readonly stage: Stage) {}

  /** @throws Error if the product contradicts the model */
  async run(commands: readonly Command[]): Promise<void> {
    await this.restart();
    try {
      for (const each of commands) {
        this.stage.clock.advance(1);
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
        assert.equal(response.status, expected);
        break;
      }
      case 'sign in': {
        const { wallet, referrer } = next;
        const credited = this.model.signIn(wallet, referrer, this.today);
        const visitor = new Visitor(this.url);
        const named = referrer === null ? undefined : this.address(referrer);
        const { referral } = await visitor.signIn(this.signer(wallet), named);
        this.visitors.set(wallet, visitor);
        assert.equal(referral?.credited ?? false, credited);
        break;
      }
      case 'visit': {
        const visitor = this.visitors.get(next.wallet);
        if (visitor === undefined) return;
        if ((await visitor.checkIn()).ok) this.model.checkIn(next.wallet, this.today);
        break;
      }
      case 'sleep':
        this.stage.clock.advance(next.days * DAY_MS);
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
    this.server = await this.stage.start();
    for (const [wallet, visitor] of this.visitors) {
      this.visitors.set(wallet, visitor.copy(this.url));
    }
  }

  private async expectAgreement(): Promise<void> {
    const ranking = this.model.ranking(this.today);
    for (let wallet = 0; wallet < WALLETS; wallet += 1) {
      const { referrer, ...expected } = this.model.statsOf(wallet, this.today);
      const rank = this.model.rankOf(wallet, this.today);
      const stats = await getStats(this.url, this.address(wallet));
      // Compares only the fields that the model knows.
      assert.deepEqual(stats, {
        ...stats,
        ...expected,
        wallet: this.address(wallet),
        rank,
        referrer: referrer === null ? null : this.address(referrer),
      });
    }
    const { entries } = await getLeaderboard(this.url);
    assert.deepEqual(
      entries.map(({ wallet }) => wallet),
      ranking.map((each) => this.address(each)),
    );
    assert.equal(await this.server?.count(WRONG_ROWS), 0);
  }

  private get url(): string {
    return this.server?.url ?? '';
  }

  private get today(): number {
    return Math.floor(this.stage.clock.now().getTime() / DAY_MS);
  }

  private signer(wallet: number): Signer {
    return this.signers[wallet] ?? newSigner();
  }

  private address(wallet: number): string {
    return this.signer(wallet).address;
  }
}
