import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Site } from './test.js';
import { z } from 'zod';
import { connect, rememberAnotherPast, shortened } from '../support/browser/steps.js';
import { signedRecruit } from '../support/product/sign-in.js';
import { createWalletKey } from '../support/fake-phantom/keys.js';

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

  test.beforeAll(async ({ product }) => {
    const { origin } = product;
    const b = await signedRecruit(origin, a);
    await signedRecruit(origin, b.address);
    await signedRecruit(origin, other);
  });

  async function proofs({ product }: Pick<Site, 'product'>): Promise<string> {
    return (await fetch(`${product.origin}/api/proofs`)).text();
  }

  test('product 5: the board recomputed in the browser agrees with the board', async ({
    visit,
  }) => {
    await visit({ phantom: null }, async ({ page }) => {
      await page.goto('/proof');
      await page.getByRole('button', { name: 'Check Everything' }).click();
      await page.getByText('Every row of the board agrees with your own browser.').waitFor();
      await page.getByText('3 proofs read. Each recruit signed').waitFor();
      expect(await page.getByText('Fails', { exact: true }).count()).toBe(0);
    });
  });

  test('product 5: proofs that were tampered with in transit fail one by one, and so do all rows', async ({
    visit,
    product,
  }) => {
    await visit({ phantom: null }, async ({ page }) => {
      const body = (await proofs({ product })).trimEnd().split('\n').map(tampered).join('\n');
      await page.route('**/api/proofs*', (route) =>
        route.fulfill({ contentType: 'application/x-ndjson', body: `${body}\n` }),
      );
      await page.goto('/proof');
      await page.getByRole('button', { name: 'Check Everything' }).click();
      await page.getByText('Its entries do not add up to what the key signed for.').waitFor();
      const failing = page.getByRole('listitem').filter({ hasText: /^Fails/ });
      expect(await failing.filter({ hasText: 'the signature is not' }).count()).toBe(3);
      expect(await failing.filter({ hasText: 'and 0 in the log' }).count()).toBe(3);
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

  test('product 5: contains the proof that a visitor signed; a rewritten past is noticed', async ({
    visit,
    product,
  }) => {
    await visit({}, async ({ page, key }) => {
      await page.goto(`/?ref=${referrer}`);
      await connect(page);
      await page.goto('/proof');
      await page.getByRole('button', { name: 'Check Everything' }).click();
      const own = `is the proof that ${shortened(key.address)} signed for ${shortened(referrer)}.`;
      const line = (sentence: string) => page.getByRole('listitem').filter({ hasText: sentence });
      expect(await line(own).innerText()).toMatch(/^Holds/);
      expect(await line('This is the first checkpoint').innerText()).toMatch(/^Not checked/);
      const vkey = await fetch(`${product.origin}/.well-known/tlog-vkey`);
      await page.getByText((await vkey.text()).trim()).waitFor();

      await signedRecruit(product.origin, referrer);
      await page.reload();
      await page.getByRole('button', { name: 'Check Everything' }).click();
      expect(await line('Nothing changed in the').innerText()).toMatch(/^Holds/);

      await rememberAnotherPast(page);
      await page.getByRole('button', { name: 'Check Again' }).click();
      expect(await line('Somebody rewrote the past.').innerText()).toMatch(/^Fails/);
    });
  });
});
