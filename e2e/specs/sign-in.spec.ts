import { expect, test, type Site } from './test.js';
import { z } from 'zod';
import { holdBack } from '../support/browser/hold-back.js';
import {
  card,
  connect,
  disconnectButton,
  proof,
  proveButton,
  shortened,
  signed,
  stat,
} from '../support/browser/steps.js';
import { postReferral } from '../support/product/recruits.js';
import { createWalletKey } from '../support/fake-phantom/keys.js';

const statsSchema = z.object({
  provenRecruits: z.number(),
  points: z.number(),
  pendingPoints: z.number(),
  referrer: z.string().nullable(),
  referrerStatus: z.string().nullable(),
});
const signedSchema = z.object({ signedMessage: z.string() });
const sessionSchema = z.object({ wallet: z.string().nullable() });

test.describe('signing in:', () => {
  async function statsOf(
    { product }: Pick<Site, 'product'>,
    wallet: string,
  ): Promise<z.infer<typeof statsSchema>> {
    const { origin } = product;
    const response = await fetch(`${origin}/api/referral-stats?wallet=${wallet}`);
    return statsSchema.parse(await response.json());
  }

  function textOf(body: unknown): string {
    return Buffer.from(signedSchema.parse(body).signedMessage, 'base64').toString();
  }

  for (const kind of ['standard', 'old'] as const) {
    test(`the signed text says parody and names site and referral link: ${kind} Phantom`, async ({
      visit,
      product,
    }) => {
      const referrer = createWalletKey().address;
      await visit({ phantom: { kind } }, async ({ page, phantom, key }) => {
        const { origin } = product;
        const signing = page.waitForRequest(
          (request) => request.url() === `${origin}/api/session` && request.method() === 'POST',
        );
        await page.goto(`/?ref=${referrer}`);
        await connect(page);
        if (kind === 'old') {
          await proveButton(page).click();
        }
        const text = textOf((await signing).postDataJSON());
        expect(text).toContain(
          `${new URL(origin).host} wants you to sign in with your Solana account:\n${key.address}\n`,
        );
        expect(text).toMatch(/parody/i);
        expect(text).toContain(`URI: ${origin}`);
        expect(text).toMatch(new RegExp(`Resources:\n- ${origin}/\\?ref=${referrer}$`));
        await signed(page);
        const asked = { standard: ['signIn'], old: ['connect', 'signMessage'] }[kind];
        expect(await phantom.prompts()).toEqual(asked);
        expect(await statsOf({ product }, key.address)).toMatchObject({
          referrer,
          referrerStatus: 'proven',
        });
        expect(await statsOf({ product }, referrer)).toMatchObject({
          points: 1000,
          pendingPoints: 0,
        });
      });
    });
  }

  test('the first sign-in of a wallet brings 100 points and a streak of 1 day', async ({
    page,
  }) => {
    await page.goto('/');
    await connect(page);
    await card(page, 'status').getByText('1 day', { exact: true }).waitFor();
    const points = stat(page, 'totalPoints');
    expect(await points.innerText()).toMatch(/^100\n/);
  });

  test('a connected wallet that declines to sign keeps its dashboard, with its claim pending', async ({
    visit,
    product,
  }) => {
    const referrer = createWalletKey().address;
    await visit({ phantom: { kind: 'old' } }, async ({ page, phantom, watch }) => {
      watch.allow(/The wallet was not proven/);
      await page.goto(`/?ref=${referrer}`);
      await connect(page);
      await phantom.willAnswer('reject');
      await proveButton(page).click();
      await proof(page).getByText('Nothing was proven').waitFor();
      await page.getByText(`${shortened(referrer)}, claimed`).waitFor();
      await card(page, 'status').waitFor();
      expect(await statsOf({ product }, referrer)).toMatchObject({
        points: 0,
        pendingPoints: 1000,
      });
    });
  });

  test('a sign-in that Phantom has not answered can be cancelled and repeated', async ({
    visit,
  }) => {
    await visit({ phantom: { kind: 'old' } }, async ({ page, phantom }) => {
      const signature = proof(page);
      await page.goto('/');
      await connect(page);
      await phantom.willAnswer('hang');
      await proveButton(page).click();
      await expect(async () => expect(await phantom.prompts()).toContain('signMessage')).toPass();
      await signature.getByRole('button', { name: 'Cancel' }).click();
      await signature.getByText(/^Sign one sentence/).waitFor();
      await phantom.settle(true);
      await phantom.willAnswer('approve');
      expect(await signature.getByText(/^Signed$/).count()).toBe(0);
      await proveButton(page).click();
      await signed(page);
      expect(await phantom.prompts()).toEqual(['connect', 'signMessage', 'signMessage']);
    });
  });

  test('in a browser that rejects cookies, connecting causes one prompt, and then the page asks the visitor to allow cookies', async ({
    page,
    context,
    phantom,
    watch,
  }) => {
    watch.allow(/401|not signed in|was not proven/);
    await page.route('**/api/session', async (route) => {
      await context.clearCookies();
      await route.continue();
    });
    await page.goto('/');
    await connect(page);
    await proof(page).getByText('allow cookies for this site').waitFor();
    expect(await phantom.prompts()).toEqual(['signIn']);
    await page.unroute('**/api/session');
    await proveButton(page).click();
    await signed(page);
  });

  test('the signature names the link’s referrer even if the visitor signs before the stats have loaded', async ({
    visit,
    product,
  }) => {
    const referrer = createWalletKey().address;
    await visit({ phantom: { kind: 'old' } }, async ({ page, key }) => {
      const release = await holdBack(page, '**/api/referral-stats*');
      await page.goto(`/?ref=${referrer}`);
      await connect(page);
      await proveButton(page).click();
      release();
      await signed(page);
      expect(await statsOf({ product }, key.address)).toMatchObject({
        referrer,
        referrerStatus: 'proven',
      });
    });
  });

  test('a declined claim is not pending any more, and cannot be made again', async ({
    visit,
    product,
  }) => {
    const key = createWalletKey();
    const squatter = createWalletKey().address;
    await postReferral(product, squatter, key.address);
    await visit({ phantom: { keys: [key] } }, async ({ page }) => {
      const signature = proof(page);
      await page.goto('/');
      await connect(page);
      await signature.getByText(`Did ${squatter} bring you?`).waitFor();
      await signature.getByRole('button', { name: 'No', exact: true }).click();
      await signed(page);
      await expect(async () =>
        expect(await statsOf({ product }, squatter)).toMatchObject({ pendingPoints: 0 }),
      ).toPass();
      await page.reload();
      await signed(page);
      expect((await postReferral(product, squatter, key.address)).status).toBe(409);
    });
  });

  test('the signature names the referrer of an earlier claim if the visitor confirms the claim', async ({
    visit,
    product,
  }) => {
    const key = createWalletKey();
    const referrer = createWalletKey().address;
    await postReferral(product, referrer, key.address);
    await visit({ phantom: { kind: 'old', keys: [key] } }, async ({ page }) => {
      await page.goto('/');
      await connect(page);
      await proveButton(page).click();
      await signed(page);
      expect(await statsOf({ product }, key.address)).toMatchObject({
        referrer,
        referrerStatus: 'proven',
      });
    });
  });

  test('a wallet connects without signing if the server fails to send a challenge', async ({
    page,
    phantom,
    watch,
  }) => {
    watch.allow(/Connecting without a signature|503/);
    await page.route('**/api/session/challenge', (route) =>
      route.fulfill({ status: 503, body: '' }),
    );
    await page.goto('/');
    await connect(page);
    expect(await phantom.prompts()).toEqual(['connect']);
    await proveButton(page).waitFor();
  });

  test('a disconnect ends the session, so that a copy of its cookie is no longer valid', async ({
    page,
    context,
    key,
    product,
  }) => {
    const { origin } = product;
    await page.goto('/');
    await connect(page);
    const [cookie] = (await context.cookies(`${origin}/api`)).filter(
      ({ name }) => name === 'session',
    );
    const holder = async () => {
      const headers = { cookie: `session=${cookie?.value ?? ''}` };
      const response = await fetch(`${origin}/api/session`, { headers });
      return sessionSchema.parse(await response.json()).wallet;
    };
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    expect(await holder()).toBe(key.address);
    await disconnectButton(page).click();
    await expect(async () => expect(await holder()).toBeNull()).toPass();
  });
});
