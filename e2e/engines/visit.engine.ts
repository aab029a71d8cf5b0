import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import getPort from 'get-port';
import { eventually } from '../support/browser/eventually.js';
import { startDemo, type Demo } from '../demo/demo.js';
import { control, type Engine } from './engine.js';
import { launchFirefox } from './firefox.js';
import { collectProblems } from './problems.js';
import { launchWebKit } from './webkit.js';

/** The demo signs in more than 200 wallets when it starts. */
const START_MS = 90_000;

const VISIT_MS = 120_000;

const PICTURES = path.resolve('e2e/dist/engines');

const SIZES = [
  [390, 844],
  [1440, 900],
] as const;

describe.each([
  ['Firefox', launchFirefox],
  ['WebKit', launchWebKit],
])('in %s', (name, launch) => {
  let demo: Demo;
  let engine: Engine;

  beforeAll(async () => {
    const script = `(${collectProblems.toString()})();\n`;
    const port = await getPort();
    demo = await startDemo({ host: '127.0.0.1', port, root: process.cwd(), script });
    engine = await launch();
    await mkdir(PICTURES, { recursive: true });
  }, START_MS);
  afterAll(async () => {
    try {
      await engine.stop();
    } finally {
      await demo.stop();
    }
  });

  const text = async (selector: string): Promise<string> =>
    String(
      await engine.window.evaluate(
        `document.querySelector(${JSON.stringify(selector)})?.innerText ?? ''`,
      ),
    );
  const see = (selector: string, words: string | RegExp): Promise<void> =>
    eventually(async () => expect(await text(selector)).toMatch(words));
  const holds = (expression: string): Promise<void> =>
    eventually(async () =>
      expect([expression, await engine.window.evaluate(expression)]).toEqual([expression, true]),
    );
  const click = (label: string): Promise<void> => engine.window.click(control(label));

  async function arrive(page: string, width: number): Promise<void> {
    await engine.window.open(`${demo.origin}${page}`);
    await see('main', /\S/);
    await leavePicture(page.slice(1).split('/')[0] || 'landing', width);
  }

  async function leavePicture(screen: string, width: number): Promise<void> {
    const file = path.join(PICTURES, `${name}-${screen}-${width}.png`);
    await writeFile(file, await engine.window.photograph());
  }

  async function expectNoProblemsOrOverflow(): Promise<void> {
    expect(await engine.window.evaluate('problems')).toEqual([]);
    // Polls, because a moving element may overflow for a moment.
    await holds('document.documentElement.scrollWidth <= innerWidth');
  }

  it.each(SIZES)(
    'a visitor can use the main screens in a window of %i × %i, without errors',
    async (width, height) => {
      const { window } = engine;
      await window.resize(width, height);
      for (const page of ['/about', '/how-to-participate', '/nowhere']) {
        await arrive(page, width);
        await expectNoProblemsOrOverflow();
      }

      await window.evaluate('localStorage.clear()');
      await arrive('/', width);
      // The variable survives only if the page is restored from the back/forward cache.
      await window.evaluate("window.left = 'here'");
      await window.open(`${demo.origin}/about`);
      await window.back();
      await holds("window.left === 'here'");
      await click('Advanced Math');
      await click('See One Run Out');
      await see('output', /\d/);
      const before = await text('output');
      await window.evaluate("document.querySelector('input[type=range]').focus()");
      await window.press('ArrowRight');
      await eventually(async () => expect(await text('output')).not.toBe(before));
      await click('Elite Strategies');
      await see('[role=tab][aria-selected=true]', 'Elite Strategies');
      await click('Pause the emojis');
      await holds(`document.querySelector('[aria-pressed=true], [aria-label^="Resume"]') !== null`);

      await window.click('//button[@data-testid="connect"]');
      await holds(
        "document.querySelector('demo-wallet').shadowRoot.querySelector('dialog') !== null",
      );
      await window.evaluate(
        "document.querySelector('demo-wallet').shadowRoot.querySelector('[value=approve]').click()",
      );
      await see('main', /Your Status/);
      await see('main', /Rank/i);
      await holds("location.pathname === '/dashboard'");
      await leavePicture('dashboard', width);

      await click('Copy Your Referral Link');
      await see('body', /Copied!|Copy the link from here/);
      await window.click('//button[@aria-haspopup="dialog"]');
      await holds("document.querySelector('dialog').open");
      await window.clickAt(5, Math.round(height / 2));
      await holds("document.querySelector('dialog[open]') === null");
      await expectNoProblemsOrOverflow();

      const wallet = await window.evaluate(
        `document.querySelector('a[href^="/pyramid/"]').getAttribute('href')`,
      );
      await arrive(String(wallet), width);
      await window.click('(//*[@role="option"])[1]');
      await see('main', /on level \d+, brought by/);
      await expectNoProblemsOrOverflow();

      await arrive('/proof', width);
      await click('Check Everything');
      await see('main', /agrees/);
      await leavePicture('proof-checked', width);
      await expectNoProblemsOrOverflow();

      await arrive('/dashboard', width);
      await see('main', /Your Status/);
      await window.click('//button[@data-testid="disconnect"]');
      await holds(`document.querySelector('[data-testid="connect"]') !== null`);
      await expectNoProblemsOrOverflow();
    },
    VISIT_MS,
  );
});
