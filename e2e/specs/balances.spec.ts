import { expect, test, type Site } from './test.js';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { card, connect, stat } from '../support/browser/steps.js';
import { newClientAddress } from '../support/product/client-address.js';

const callSchema = z.object({ method: z.string(), params: z.array(z.unknown()) });
const balanceSchema = z.object({
  result: z.object({
    context: z.object({ slot: z.number(), readAt: z.iso.datetime().optional() }),
    value: z.number(),
  }),
});
const commitmentSchema = z.object({ commitment: z.string() });

/** Methods that the page may call at /api/rpc. */
const METHODS = ['getBalance', 'getTokenAccountsByOwner'];

test.describe('the balances of a connected wallet', () => {
  /** Returns the number on the card, without the line below it. */
  async function sharesBalance(page: Page): Promise<string | undefined> {
    const text = await stat(card(page, 'Your Status'), 'Your Shares Balance').innerText();
    return text.split('\n')[0];
  }

  /** Retries until the balances are current, since the server remembers a failure of the node for a moment. */
  async function expectBalancesAskedAgain(page: Page, sol: string, shares: string): Promise<void> {
    const status = card(page, 'Your Status');
    const button = status.getByRole('button', { name: 'Try Again' });
    await expect(async () => {
      if (await button.isVisible()) await button.click();
      await page.getByText(`${sol} SOL`).waitFor({ timeout: 1_000 });
      expect(await sharesBalance(page)).toBe(shares);
    }).toPass();
  }

  async function expectBalances(page: Page, sol: string, shares: string): Promise<void> {
    await expect(async () => {
      expect(await page.getByRole('main').getByText(/ SOL$/).innerText()).toBe(`${sol} SOL`);
      expect(await sharesBalance(page)).toBe(shares);
    }).toPass();
  }

  test('SOL has 4 decimals; shares have 2 and are summed over all accounts', async ({
    visit,
    chain,
  }) => {
    await visit({}, async ({ page, key }) => {
      chain.fund(key.address, { sol: 12.34567, shares: [1000.25, 200.5, 0.004] });
      await page.goto('/');
      await connect(page);
      await expectBalances(page, '12.3457', '1,200.75');
    });
  });

  test('balances refresh every 30 s, and show their time while no node answers', async ({
    visit,
    chain,
    product,
  }) => {
    await visit({}, async ({ page, key }) => {
      chain.fund(key.address, { sol: 1, shares: 10 });
      await page.clock.install();
      await page.goto('/');
      await connect(page);
      await expectBalances(page, '1.0000', '10.00');
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
      chain.fund(key.address, { sol: 1, shares: 5 });
      await expect(async () =>
        expect(await serverSays({ product }, key.address)).toBe(2_000_000_000),
      ).toPass();
      await page.clock.runFor(27_000);
      await expectBalances(page, '1.0000', '10.00');
      await page.clock.runFor(3_000);
      await expectBalances(page, '2.0000', '15.00');
      chain.fail('down');
      try {
        await expect(async () =>
          expect(await ageIsTold({ product }, key.address)).toBe(true),
        ).toPass();
        await page.clock.runFor(30_000);
        await page.getByText(/^Balance of \d+:\d\d [AP]M, /).waitFor();
        await expectBalances(page, '2.0000', '15.00');
      } finally {
        chain.recover();
      }
    });
  });

  test("requests getBalance and the mint's token accounts, with commitment confirmed", async ({
    visit,
    chain,
  }) => {
    await visit({}, async ({ page, key }) => {
      const calls: z.infer<typeof callSchema>[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/api/rpc'))
          calls.push(callSchema.parse(request.postDataJSON()));
      });
      await page.goto('/');
      await connect(page);
      await expect(async () => {
        expect(new Set(calls.map(({ method }) => method))).toEqual(new Set(METHODS));
        await Promise.resolve();
      }).toPass();
      for (const { params } of calls) {
        expect(params[0]).toBe(key.address);
        expect(commitmentSchema.parse(params.at(-1)).commitment).toBe('confirmed');
      }
      const tokens = calls.find(({ method }) => method === 'getTokenAccountsByOwner');
      expect(tokens?.params[1]).toEqual({ mint: chain.mint });
    });
  });

  test('a failed fetch shows both balances as 0, is logged, and can be retried', async ({
    visit,
    chain,
  }) => {
    await visit({}, async ({ page, key, watch }) => {
      watch.allow(/balance could not be read/);
      chain.fund(key.address, { sol: 3, shares: 33 });
      chain.fail('down');
      try {
        const logged = page.waitForEvent('console', (message) =>
          message.text().includes('balance could not be read'),
        );
        await page.goto('/');
        await connect(page);
        expect((await logged).type()).toBe('error');
        await expectBalances(page, '0.0000', '0.00');
      } finally {
        chain.recover();
      }
      await expectBalancesAskedAgain(page, '3.0000', '33.00');
    });
  });

  test('a node that never answers also shows both balances as 0, and can be retried', async ({
    visit,
    chain,
  }) => {
    await visit({}, async ({ page, key, watch }) => {
      watch.allow(/balance could not be read/);
      chain.fund(key.address, { sol: 3, shares: 33 });
      chain.fail('silent');
      try {
        await page.clock.install();
        await page.goto('/');
        const board = page.waitForResponse('**/api/leaderboard');
        const checkIn = page.waitForResponse('**/api/session/check-in');
        await connect(page);
        // These must be answered before the clock advances, or they would time out, too.
        await board;
        await checkIn;
        await page.getByText('0 recruits, 0 proven').waitFor();
        await page.clock.runFor(16_000);
        await page.getByText('Your balance could not be read').waitFor();
        await expectBalances(page, '0.0000', '0.00');
        await page.getByRole('button', { name: 'Copy Your Referral Link' }).click();
      } finally {
        chain.recover();
      }
      await expectBalancesAskedAgain(page, '3.0000', '33.00');
    });
  });

  test('marks only the balance that could not be read', async ({ visit, chain }) => {
    await visit({}, async ({ page, key, watch }) => {
      watch.allow(/balance could not be read|500/);
      chain.fund(key.address, { sol: 3, shares: 33 });
      let failing = 'getTokenAccountsByOwner';
      await page.route('**/api/rpc', (route) =>
        callSchema.parse(route.request().postDataJSON()).method === failing
          ? route.fulfill({ status: 500 })
          : route.fallback(),
      );
      await page.goto('/');
      await connect(page);
      const notice = card(page, 'Your Status').getByRole('status');
      await notice.getByText('Your balance could not be read').waitFor();
      await expectBalances(page, '3.0000', '0.00');
      await page.getByRole('link', { name: 'Pyramidion, home' }).click();
      await page.getByRole('region', { name: 'Pyramidion' }).getByText('3.0000 SOL').waitFor();
      expect(await page.getByText('Balance not read').count()).toBe(0);
      failing = 'getBalance';
      await page.goto('/dashboard');
      await notice.getByText('Your SOL could not be read').waitFor();
      await expectBalances(page, '0.0000', '33.00');
    });
  });

  /** True if the server answers with an old balance and its time. */
  async function ageIsTold({ product }: Pick<Site, 'product'>, wallet: string): Promise<boolean> {
    const { context } = (await askServer({ product }, wallet)).result;
    return context.readAt !== undefined;
  }

  /** Returns a wallet's lamports as the server reports them. The server caches them for 5 s. */
  async function serverSays({ product }: Pick<Site, 'product'>, wallet: string): Promise<number> {
    return (await askServer({ product }, wallet)).result.value;
  }

  async function askServer(
    { product }: Pick<Site, 'product'>,
    wallet: string,
  ): Promise<z.infer<typeof balanceSchema>> {
    const response = await fetch(`${product.origin}/api/rpc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': newClientAddress() },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [wallet] }),
    });
    return balanceSchema.parse(await response.json());
  }
});
