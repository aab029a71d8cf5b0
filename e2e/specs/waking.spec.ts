import { describe, expect, it } from '@jest/globals';
import { eventually } from '../browser/eventually.js';
import { useStage } from '../browser/stage.js';
import { awake, connectButton, dashboardShown } from '../browser/steps.js';

const TITLE = 'The AI-run pyramid scheme that admits it.';

describe('a page whose code is on its way', () => {
  const stage = useStage();

  it.each(['react', 'main', 'wallet'])(
    'carries out a tap on Connect, once, that came before its code: %s',
    async (name) => {
      await stage().visit({}, async ({ page, phantom }) => {
        let release = (): void => undefined;
        const released = new Promise<void>((resolve) => (release = resolve));
        await page.route(`**/assets/${name}.*.js`, async (route) => {
          await released;
          await route.continue();
        });
        await page.goto('/');
        if (name === 'wallet') await awake(page);
        await connectButton(page).click();
        expect(await phantom.prompts()).toEqual([]);
        release();
        await dashboardShown(page);
        expect(await phantom.prompts()).toEqual(['signIn']);
      });
    },
  );

  it.each(['react.*.js', 'main.*.js', 'main.*.css'])(
    'stays as it was sent when a part cannot be had, and wakes at the next sign of intent: %s',
    async (part) => {
      await stage().visit({}, async ({ page, phantom, watch }) => {
        watch.allow(/Failed to load resource/);
        watch.allow(/The page stays as it was sent/);
        await page.route(`**/assets/${part}`, (route) => route.abort(), { times: 1 });
        const failed = page.waitForEvent('requestfailed');
        await page.goto('/');
        await failed;
        await page.getByRole('heading', { name: TITLE }).waitFor();
        await connectButton(page).click();
        await dashboardShown(page);
        await eventually(async () => expect(await phantom.prompts()).toEqual(['signIn']));
      });
    },
  );
});
