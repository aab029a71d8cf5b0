import { expect, test } from './test.js';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import {
  card,
  connect,
  copyLinkButton,
  linkTo,
  openWithoutTime,
  stat,
  statsLoaded,
} from '../support/browser/steps.js';
import { newClientAddress } from '../support/product/client-address.js';
import type { Product } from '../support/product/product.js';

const callSchema = z.object({ method: z.string(), params: z.array(z.unknown()) });
const balanceSchema = z.object({
  result: z.object({
    context: z.object({ readAt: z.iso.datetime().exactOptional() }),
    value: z.number(),
  }),
});

test.describe('the balances of a connected wallet', () => {
  /** Retries until the balances are current, because the server caches a failure of the node for a moment. */
  async function expectBalancesAskedAgain(page: Page, sol: string, shares: string): Promise<void> {
    const button = card(page, 'status').getByRole('button', { name: 'Try Again' });
    await expect(async () => {
      if (await button.isVisible()) await button.click();
      await page.getByText(`${sol} SOL`).waitFor({ timeout: 1_000 });
    }).toPass();
    await expectBalances(page, sol, shares);
  }

  async function expectBalances(page: Page, sol: string, shares: string): Promise<void> {
    await expect(page.getByRole('main').getByText(/ SOL$/)).toHaveText(`${sol} SOL`);
    // The number has a note below it.
    const number = new RegExp(`^${shares}(\\s|$)`);
    const balance = stat(page, 'shares');
    await expect(balance).toHaveText(number, { useInnerText: true });
  }

  test('are requested with commitment confirmed; SOL is shown with 4 decimals, and shares as the sum of all accounts', async ({
    page,
    key,
    chain,
  }) => {
    chain.fund(key.address, { sol: 12.34567, shares: [1000.25, 200.5, 0.004] });
    const calls: z.infer<typeof callSchema>[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/rpc')) calls.push(callSchema.parse(request.postDataJSON()));
    });
    await page.goto('/');
    await connect(page);
    await expectBalances(page, '12.3457', '1,200.75');
    const confirmed = expect.objectContaining({ commitment: 'confirmed' });
    const mint = { mint: chain.mint };
    expect(new Map(calls.map(({ method, params }) => [method, params]))).toEqual(
      new Map([
        ['getBalance', [key.address, confirmed]],
        ['getTokenAccountsByOwner', [key.address, mint, confirmed]],
      ]),
    );
  });

  test('refresh every 30 s; if no node answers, the time of the last reading is shown', async ({
    page,
    key,
    chain,
    product,
  }) => {
    chain.fund(key.address, { sol: 1, shares: 10 });
    await openWithoutTime(page, '/');
    await connect(page);
    await expectBalances(page, '1.0000', '10.00');
    chain.fund(key.address, { sol: 1, shares: 5 });
    await expect
      .poll(async () => (await readBalance(product, key.address)).value)
      .toBe(2_000_000_000);
    await page.clock.runFor(29_000);
    await expectBalances(page, '1.0000', '10.00');
    await page.clock.runFor(1_000);
    await expectBalances(page, '2.0000', '15.00');
    chain.fail('down');
    try {
      await expect
        .poll(async () => (await readBalance(product, key.address)).context)
        .toHaveProperty('readAt');
      await page.clock.runFor(30_000);
      await page.getByText(/^Balance of \d+:\d\d [AP]M, /).waitFor();
      await expectBalances(page, '2.0000', '15.00');
    } finally {
      chain.recover();
    }
  });

  test('are both shown as 0 if no node has answered; the failure is logged, and a retry shows them', async ({
    page,
    key,
    watch,
    chain,
  }) => {
    watch.allow(/balance could not be read/);
    chain.fund(key.address, { sol: 3, shares: 33 });
    chain.fail('silent');
    try {
      await page.clock.install();
      await page.goto('/');
      const board = page.waitForResponse('**/api/leaderboard');
      const checkIn = page.waitForResponse('**/api/session/check-in');
      await connect(page);
      // These requests must be answered before the clock advances, or they would time out, too.
      await board;
      await checkIn;
      await statsLoaded(page);
      const logged = page.waitForEvent('console', (message) =>
        message.text().includes('balance could not be read'),
      );
      await page.clock.runFor(16_000);
      expect((await logged).type()).toBe('error');
      await page.getByText('Your balance could not be read').waitFor();
      await expectBalances(page, '0.0000', '0.00');
      await copyLinkButton(page).click();
    } finally {
      chain.recover();
    }
    await expectBalancesAskedAgain(page, '3.0000', '33.00');
  });

  test('show 0 and a notice for one that cannot be read, while the other is shown', async ({
    page,
    key,
    watch,
    chain,
  }) => {
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
    const notice = card(page, 'status').getByRole('status');
    await notice.getByText('Your balance could not be read').waitFor();
    await expectBalances(page, '3.0000', '0.00');
    await linkTo(page, '/').click();
    await page.getByRole('region', { name: 'Pyramidion' }).getByText('3.0000 SOL').waitFor();
    expect(await page.getByText('Balance not read').count()).toBe(0);
    failing = 'getBalance';
    await page.goto('/dashboard');
    await notice.getByText('Your SOL could not be read').waitFor();
    await expectBalances(page, '0.0000', '33.00');
  });

  /** Returns the balance, in lamports, from the server: up to 5 s old, or older and with `readAt` if no node answers. */
  async function readBalance(
    { origin }: Product,
    wallet: string,
  ): Promise<z.infer<typeof balanceSchema>['result']> {
    const response = await fetch(`${origin}/api/rpc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': newClientAddress() },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [wallet] }),
    });
    return balanceSchema.parse(await response.json()).result;
  }
});
