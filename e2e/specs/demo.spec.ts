import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from './test.js';
import type { Browser, Page } from '@playwright/test';
import getPort from 'get-port';
import { launchChromium } from '../support/browser/chromium.js';
import { TOASTS, toastShown } from './checks/toasts.js';
import { card, connectButton, dashboardShown, stat } from '../support/browser/steps.js';
import { watchContext } from '../support/browser/watch.js';

test.describe('the demo', () => {
  let browser: Browser;
  let demo: ChildProcess;
  let origin: string;
  let output = '';
  let errors = '';

  test.beforeAll(async () => {
    const port = await getPort();
    origin = `http://localhost:${port}`;
    demo = spawn(process.execPath, [path.join(process.cwd(), 'e2e/dist/demo/main.js')], {
      env: { PATH: process.env['PATH'], PORT: String(port) },
    });
    demo.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const serving = new Promise<void>((resolve) => {
      demo.stdout?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('?ref=')) resolve();
      });
    });
    browser = await launchChromium();
    await serving;
  });
  test.afterAll(async () => {
    await browser.close();
    if (demo.exitCode === null) demo.kill('SIGKILL');
  });

  async function visit(link: string, play: (page: Page) => Promise<void>): Promise<void> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const watch = watchContext(context, origin);
    watch.allow(/Could not connect/);
    try {
      const page = await context.newPage();
      await page.goto(link);
      await play(page);
      expect(watch.problems()).toEqual([]);
    } finally {
      await context.close();
    }
  }

  test('shows a note that it is a demo on a local chain', async () => {
    await visit(origin, async (page) => {
      expect(await page.getByRole('note').innerText()).toContain('Demo on a local chain');
      expect(await page.getByRole('note').isVisible()).toBe(true);
    });
  });

  test('shows, on Connect, a dialog that says it is not Phantom; Reject cancels the connection', async () => {
    await visit(origin, async (page) => {
      await connectButton(page).click();
      const dialog = page.getByRole('dialog', { name: 'Local demo wallet' });
      await dialog.getByText(/^Not Phantom\./).waitFor();
      await dialog.getByRole('button', { name: 'Reject' }).click();
      await toastShown(page, TOASTS.failed);
    });
  });

  test('leads from the printed referral link to a dashboard with balances, recruits and a full board', async () => {
    const [link = 'no link'] = /http:\S+\?ref=\S+/.exec(output) ?? [];
    await visit(link, async (page) => {
      await connectButton(page).click();
      await page.getByRole('button', { name: 'Approve' }).click();
      await dashboardShown(page);
      const status = card(page, 'status');
      await status.getByText('12,345.67', { exact: true }).waitFor();
      await status.getByText('Silver Schemer', { exact: true }).first().waitFor();
      expect(await page.getByText('4.2069 SOL').isVisible()).toBe(true);
      await page.getByText('5 recruits, 3 proven').waitFor();
      expect(await stat(page, 'directRecruits').innerText()).toMatch(/^5/);
      const board = card(page, 'leaderboard');
      await expect(async () => expect(await board.locator('tbody tr').count()).toBe(10)).toPass();
      await board.getByText(/^Your rank: \d+ of \d+$/).waitFor();
      expect(await board.locator('tbody tr').first().innerText()).toMatch(/\d,\d00$/);
    });
  });

  test('prints no warnings', () => {
    expect(errors).toBe('');
    expect(output).not.toMatch(/warning|bindings/i);
  });

  test('exits with code 0 on Ctrl-C, and no longer answers', async () => {
    demo.kill('SIGINT');
    const [code] = (await once(demo, 'exit')) as [number | null];
    expect(code).toBe(0);
    await expect(fetch(origin)).rejects.toThrow();
  });
});
