import { expect, test } from './test.js';
import type { Page } from '@playwright/test';
import { DEVICES } from '../support/browser/devices.js';
import {
  clipboard,
  connect,
  connectButton,
  dashboardShown,
  disconnectButton,
  linkTo,
  shortened,
} from '../support/browser/steps.js';

test.describe('the landing page', () => {
  test('shows animated floating emojis, which can be paused and stay paused after a reload', async ({
    visit,
  }) => {
    await visit({ motion: true }, async ({ page }) => {
      await page.goto('/');
      await expect(async () => expect(await movingEmojis(page)).toBeGreaterThanOrEqual(8)).toPass();
      await page.getByRole('button', { name: 'Pause the emojis' }).click();
      await expect(async () => expect(await runningElements(page)).toEqual([])).toPass();
      await page.reload();
      const resume = page.getByRole('button', { name: 'Resume the emojis' });
      await resume.waitFor();
      await expect(async () => expect(await runningElements(page)).toEqual([])).toPass();
      await resume.click();
      await expect(async () => expect(await movingEmojis(page)).toBeGreaterThanOrEqual(8)).toPass();
    });
  });

  test('moves nothing for a visitor who prefers reduced motion', async ({ visit }) => {
    await visit({ motion: false }, async ({ page }) => {
      await page.goto('/', { waitUntil: 'networkidle' });
      expect(await runningElements(page)).toEqual([]);
    });
  });

  test('links to /about and /how-to-participate', async ({ page }) => {
    for (const [name, path] of [
      ['Meet Our AI CEO', '/about'],
      ['How to Participate', '/how-to-participate'],
    ] as const) {
      await page.goto('/');
      await page.locator('main').getByRole('link', { name }).click();
      await page.waitForURL(`**${path}`);
    }
  });

  test('shows the address of TOKEN_MINT, which can be copied', async ({ page, chain }) => {
    await page.goto('/');
    await page.getByText(chain.mint).waitFor();
    await page.getByRole('button', { name: 'Copy contract address' }).click();
    await page.getByText('The address is copied').waitFor();
    expect(await clipboard(page)).toBe(chain.mint);
  });

  test('has emojis that do not drift behind texts or buttons', async ({ visit }) => {
    await visit({ motion: true }, async ({ page }) => {
      await page.goto('/', { waitUntil: 'networkidle' });
      for (const width of [320, 390, 768, 1024, 1440, 2560]) {
        await page.setViewportSize({ width, height: 900 });
        expect([width, await page.evaluate(textsOverEmojis)]).toEqual([width, []]);
      }
    });
  });

  test('has Success Stories that scroll sideways on a phone, while the page does not', async ({
    visit,
  }) => {
    await visit({ device: 'phantomBrowser' }, async ({ page }) => {
      await page.goto('/');
      const stories = page.getByRole('region', { name: 'Certificates' });
      const last = stories.getByRole('listitem').last();
      const { width } = DEVICES.phantomBrowser.viewport;
      expect((await last.boundingBox())?.x).toBeGreaterThan(width);
      await stories.evaluate((list) => list.scrollTo({ left: list.scrollWidth }));
      await expect(async () => {
        const box = await last.boundingBox();
        expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThanOrEqual(width);
      }).toPass();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
  });

  test('does not scroll sideways if text runs from right to left', async ({ page }) => {
    await page.goto('/');
    await page.evaluate(() => (document.documentElement.dir = 'rtl'));
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });

  test('shows Connect Phantom Wallet or, to a connected visitor, Disconnect Wallet, address and SOL', async ({
    page,
    key,
    chain,
  }) => {
    chain.fund(key.address, { sol: 1.23456 });
    await page.goto('/');
    expect(await disconnectButton(page).count()).toBe(0);
    const atTheEnd = page.getByRole('region', { name: 'The exit, as illustrated' });
    await connectButton(page).waitFor();
    await atTheEnd.getByRole('button', { name: 'Connect Phantom Wallet' }).click();
    await dashboardShown(page);
    await linkTo(page, '/').click();
    await expect(disconnectButton(page)).toHaveText('Disconnect Wallet');
    expect(await connectButton(page).count()).toBe(0);
    const wallet = page.getByRole('main');
    await wallet.getByText(shortened(key.address)).waitFor();
    await wallet.getByText('1.2346 SOL').waitFor();
    await wallet.getByRole('link', { name: 'See Your Status' }).click();
    await dashboardShown(page);
  });

  test('has the 4-step path Connect Wallet, Recruit Friends, Buy $SHARES, Get Rich', async ({
    page,
  }) => {
    await page.goto('/');
    const steps = page.locator('ol').filter({ hasText: 'Get Rich' }).getByRole('heading');
    expect(await steps.allInnerTexts()).toEqual([
      'Connect Wallet',
      'Recruit Friends',
      'Buy $SHARES',
      'Get Rich',
    ]);
  });

  test('has Launching Soon on Pump.fun, and a waitlist button that changes no text and sends no request', async ({
    page,
  }) => {
    const requests: string[] = [];
    await page.goto('/', { waitUntil: 'networkidle' });
    await page.getByRole('heading', { name: 'Launching Soon on Pump.fun' }).waitFor();
    // Ignores code, which the page may preload at any time.
    page.on('request', (request) => {
      if (!new URL(request.url()).pathname.startsWith('/assets/')) requests.push(request.url());
    });
    const button = page.getByRole('button', { name: 'Join the Waitlist' });
    const before = await page.locator('main').innerText();
    await button.click();
    await page.getByText("This button does nothing. That's the roadmap.").waitFor();
    expect(await page.locator('main').innerText()).toBe(before);
    expect(requests).toEqual([]);
  });

  test('has three fictional Success Stories, each stamped INVENTED', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('heading', { name: 'Success Stories' }).waitFor();
    const certificates = page.locator('figure').filter({ hasText: 'Certificate of Success' });
    await expect(certificates).toHaveCount(3);
    expect(await certificates.getByText('INVENTED', { exact: true }).count()).toBe(3);
    await certificates.first().scrollIntoViewIfNeeded();
    for (const portrait of await certificates.locator('img').all()) {
      await expect(async () =>
        expect(await portrait.evaluate(widthOfPicture)).toBeGreaterThan(0),
      ).toPass();
    }
  });

  test('has a disclaimer, and education in three tabs with a picture each', async ({ page }) => {
    await page.goto('/');
    const lessons = ['The Basics', 'Advanced Math', 'Elite Strategies'];
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(lessons);
    const texts = new Set<string>();
    for (const name of lessons) {
      await page.getByRole('tab', { name }).click();
      await page.getByRole('tab', { name, selected: true }).waitFor();
      const panel = page.getByRole('tabpanel', { name });
      texts.add(await panel.innerText());
      await expect(async () =>
        expect(await panel.locator('img').first().evaluate(widthOfPicture)).toBeGreaterThan(0),
      ).toPass();
    }
    expect(texts.size).toBe(3);
    await page.getByText('Pyramidion is satire.').waitFor();
  });

  /**
   * Runs in the page: returns texts and buttons that an emoji overlaps at the start, the middle or the end of its
   * drift.
   */
  function textsOverEmojis(): string[] {
    const hero = document.querySelector('section[aria-label="Pyramidion"]');
    const emojis = Array.from(document.querySelectorAll('[data-slot="floating-emojis"] span'));
    if (!hero || emojis.length === 0) return ['no emojis'];
    const walker = document.createTreeWalker(hero, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    const drifts = document.getAnimations().filter(({ effect }) => {
      return effect instanceof KeyframeEffect && emojis.some((emoji) => emoji === effect.target);
    });
    for (const part of [0, 0.5, 1]) {
      for (const drift of drifts) {
        drift.pause();
        drift.currentTime = part * Number(drift.effect?.getTiming().duration);
      }
      const boxes = emojis.map((emoji) => ({ emoji, box: emoji.getBoundingClientRect() }));
      const blocks: [string, DOMRect][] = Array.from(hero.querySelectorAll('button'), (button) => [
        button.getAttribute('aria-label') ?? button.innerText,
        button.getBoundingClientRect(),
      ]);
      walker.currentNode = hero;
      while (walker.nextNode()) {
        const { parentElement, textContent } = walker.currentNode;
        if (parentElement?.closest('[data-slot="floating-emojis"]')) continue;
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        for (const line of range.getClientRects()) blocks.push([textContent ?? '', line]);
      }
      for (const { emoji, box } of boxes) {
        for (const [name, block] of blocks) {
          const apart =
            box.right <= block.left ||
            block.right <= box.left ||
            box.bottom <= block.top ||
            block.bottom <= box.top;
          if (!apart) found.push(`${emoji.textContent} behind ${name}`);
        }
      }
    }
    return found;
  }

  function widthOfPicture(image: Element): number {
    return image instanceof HTMLImageElement ? image.naturalWidth : 0;
  }

  function runningElements(page: Page): Promise<string[]> {
    return page.evaluate(() =>
      document.getAnimations().flatMap(({ playState, timeline, effect }) => {
        // Skips animations that are driven by scrolling, which have another timeline.
        const byItself = playState === 'running' && timeline === document.timeline;
        const moves = byItself && effect instanceof KeyframeEffect;
        return moves ? [effect.target?.textContent ?? ''] : [];
      }),
    );
  }

  async function movingEmojis(page: Page): Promise<number> {
    const texts = await runningElements(page);
    return texts.filter((text) => /^\p{Extended_Pictographic}/u.test(text)).length;
  }
});

for (const path of ['/', '/dashboard']) {
  test(`${path} says, before a wallet connects, that a signature is published for good`, async ({
    page,
  }) => {
    await page.goto(path);
    await page.getByText('published for good').first().waitFor();
    await connect(page);
    await expect(page.getByText('published for good')).toHaveCount(0);
  });
}
