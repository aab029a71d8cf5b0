import { readdir, rm } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../support/browser/eventually.js';
import { useSetup } from './setup.js';

const ELSEWHERE = 'https://elsewhere.example/';

describe('a visit fails, and its state is saved,', () => {
  const setup = useSetup();

  it.each<[string, (page: Page) => Promise<unknown>, RegExp]>([
    [
      'when the page asks another host',
      (page) =>
        page.evaluate((url) => fetch(url, { mode: 'no-cors' }).catch(() => null), ELSEWHERE),
      /Content Security Policy|another host/,
    ],
    [
      'when the page leaves for another host',
      (page) => page.goto(ELSEWHERE).catch(() => null),
      /another host/,
    ],
    [
      'when there is an error on the console',
      (page) => page.evaluate(() => console.error('oops')),
      /console error: oops/,
    ],
    [
      'when there is a warning on the console',
      (page) => page.evaluate(() => console.warn('careful')),
      /console warning: careful/,
    ],
    [
      'when an error is not caught',
      (page) => page.evaluate(() => setTimeout(() => document.querySelector('{'))),
      /uncaught/,
    ],
    [
      'when the content security policy is broken',
      (page) => page.evaluate(() => document.body.setAttribute('style', 'color: red')),
      /Content Security Policy/,
    ],
    [
      'when the page calls for a transaction',
      (page) =>
        page.evaluate(() =>
          window.phantomCore
            ?.trap('signTransaction')()
            .catch(() => null),
        ),
      /signTransaction/,
    ],
  ])('%s', async (_, act, complaint) => {
    const visit = setup().visit({}, async ({ page, phantom, watch }) => {
      await page.goto('/', { waitUntil: 'networkidle' });
      await act(page);
      await eventually(async () => {
        const noticed = [...watch.problems(), ...(await phantom.trapped())];
        expect(noticed).not.toEqual([]);
      });
    });
    const failure = await visit.then(() => '', String);
    expect(failure).toMatch(complaint);
    const folder = /asked for: (.*)$/.exec(failure)?.[1] ?? '';
    expect((await readdir(folder)).sort()).toEqual(['0.html', '0.png', 'requests.txt']);
    await rm(folder, { recursive: true });
  });

  it('only if there is a problem', async () => {
    await setup().visit({}, async ({ page }) => {
      await page.goto('/', { waitUntil: 'networkidle' });
    });
  });
});
