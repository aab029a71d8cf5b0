import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Site } from './test.js';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { connect, rememberAnotherPast, shortened } from '../support/browser/steps.js';
import { signedRecruit } from '../support/product/sign-in.js';
import { createWalletKey } from '../support/fake-phantom/keys.js';

const HOLDS = 'This proof holds.';
const FAILS = 'This proof fails.';

const lineSchema = z.looseObject({ signature: z.string() });

/** Returns the line with the first character of its signature changed; a checkpoint stays as it is. */
function tampered(line: string): string {
  if (line.startsWith('{"action":"checkpoint"')) return line;
  const { signature, ...rest } = lineSchema.parse(JSON.parse(line));
  const other = signature.startsWith('A') ? 'B' : 'A';
  return JSON.stringify({ ...rest, signature: `${other}${signature.slice(1)}` });
}

test.use({ board: 'proof' });

test.describe('the proofs', () => {
  const [a, other] = [createWalletKey().address, createWalletKey().address];
  let recruit = '';

  test.beforeAll(async ({ product }) => {
    const { origin } = product;
    const b = await signedRecruit(origin, a);
    await signedRecruit(origin, b.address);
    await signedRecruit(origin, other);
    recruit = b.address;
  });

  async function proofs({ product }: Pick<Site, 'product'>): Promise<string> {
    return (await fetch(`${product.origin}/api/proofs`)).text();
  }

  async function verifyFirst(page: Page): Promise<void> {
    await page.goto('/proof');
    await page.getByRole('button', { name: 'Show the First Ten' }).click();
    const row = page.getByRole('listitem').filter({ hasText: `for ${shortened(a)}` });
    await row.getByRole('button', { name: /^Verify in This Browser/ }).click();
  }

  test('product 5: the board recomputed in the browser agrees with the board', async ({
    visit,
  }) => {
    await visit({ phantom: null }, async ({ page }) => {
      await page.goto('/proof');
      await page.getByRole('button', { name: 'Recompute the Board' }).click();
      await page.getByText('Every row agrees with your own browser.').waitFor();
      const rows = page.getByRole('table', { name: /recomputed/ }).locator('tbody tr');
      expect(await rows.count()).toBe(3);
      for (const row of await rows.all()) expect(await row.innerText()).toMatch(/agrees$/);
      await page.getByText('3 proofs read').waitFor();
    });
  });

  test('product 5: a single proof is verified in the browser, with the text that was signed', async ({
    visit,
  }) => {
    await visit({ phantom: null }, async ({ page }) => {
      await verifyFirst(page);
      await page.getByText(HOLDS).waitFor();
      const text = await page.locator('pre').first().innerText();
      expect(text).toContain(recruit);
      expect(text).toContain(`/?ref=${a}`);
    });
  });

  test('product 5: proofs that were tampered with in transit fail, and all rows differ', async ({
    visit,
    product,
  }) => {
    await visit({ phantom: null }, async ({ page }) => {
      const body = (await proofs({ product })).trimEnd().split('\n').map(tampered).join('\n');
      await page.route('**/api/proofs*', (route) =>
        route.fulfill({ contentType: 'application/x-ndjson', body: `${body}\n` }),
      );
      await verifyFirst(page);
      await page.getByText(FAILS).waitFor();
      expect(await page.getByText(HOLDS).count()).toBe(0);
      await page.getByRole('button', { name: 'Recompute the Board' }).click();
      await page.getByText(/^3 of 3 rows differ\./).waitFor();
    });
  });

  test('product 5: verify accepts downloaded proofs, and rejects them with one byte changed or a line missing', async ({
    product,
  }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pyramidion-proofs-'));
    const file = path.join(folder, 'proofs.jsonl');
    const verify = () =>
      spawnSync(process.execPath, ['backend/dist/ops/main.js', 'verify', file]).status;
    try {
      const downloaded = await proofs({ product });
      await writeFile(file, downloaded);
      expect(verify()).toBe(0);
      const [first = '', ...rest] = downloaded.trimEnd().split('\n');
      for (const lines of [[tampered(first), ...rest], rest, [first, ...rest.slice(0, -1)]]) {
        await writeFile(file, lines.join('\n'));
        expect(verify()).toBe(1);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

test.describe('the transparency log', () => {
  const referrer = createWalletKey().address;

  /** Makes the newest checkpoint cover all entries, as each download does. */
  async function publish({ product }: Pick<Site, 'product'>): Promise<void> {
    await (await fetch(`${product.origin}/api/proofs`)).text();
  }

  test('product 5: contains the proof that a visitor signed; a rewritten past is noticed', async ({
    visit,
    product,
  }) => {
    await visit({}, async ({ page, key }) => {
      await page.goto(`/?ref=${referrer}`);
      await connect(page);
      await publish({ product });
      await page.goto('/proof');
      await page.getByRole('button', { name: 'Check the Log' }).click();
      const own = `is the proof that ${shortened(key.address)} signed for ${shortened(referrer)}.`;
      const line = (sentence: string) => page.getByRole('listitem').filter({ hasText: sentence });
      expect(await line(own).innerText()).toMatch(/^Holds/);
      expect(await line('This is the first checkpoint').innerText()).toMatch(/^Not checked/);
      const vkey = await fetch(`${product.origin}/.well-known/tlog-vkey`);
      await page.getByText((await vkey.text()).trim()).waitFor();

      await signedRecruit(product.origin, referrer);
      await page.reload();
      await page.getByRole('button', { name: 'Check the Log' }).click();
      expect(await line('Nothing changed in the').innerText()).toMatch(/^Holds/);

      await rememberAnotherPast(page);
      await page.getByRole('button', { name: 'Check Again' }).click();
      expect(await line('Somebody rewrote the past.').innerText()).toMatch(/^Fails/);
    });
  });
});
