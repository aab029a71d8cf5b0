import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import {
  betButton,
  lessonTab,
  linkInLesson,
  connectButton,
  hydrated,
  toasts,
} from '../support/browser/steps.js';
import { bringVisitor } from '../support/browser/visitor.js';
import type { Measurement } from './measurement.js';
import { readTimeline } from '../support/browser/timeline.js';

const KILOBYTE = 1024;

/** Measures the compressed size of a page's HTML, which contains the styles. */
export async function measurePage(
  browser: Browser,
  origin: string,
  path: string,
): Promise<readonly Measurement[]> {
  return onPhone(browser, origin, path, async (page) => {
    const { pageBytes } = await readTimeline(page);
    return [kilobytes(`${path} HTML with its styles`, pageBytes, 18)];
  });
}

/** Measures the compressed size of the JavaScript of the landing page: at load, and after actions that load more. */
export async function measureScripts(
  browser: Browser,
  origin: string,
): Promise<readonly Measurement[]> {
  return onPhone(browser, origin, '/', async (page) => {
    const inline = await inlineScriptBytes(page);
    await hydrated(page);
    const beforeIntent = inline + (await readTimeline(page)).scriptBytes;
    await lessonTab(page, 1).tap();
    await linkInLesson(page).tap();
    await betButton(page).waitFor();
    await connectButton(page).tap();
    await toasts(page).waitFor();
    const inAll = inline + (await readTimeline(page)).scriptBytes;
    return [
      kilobytes('/ scripts before intent', beforeIntent, 120),
      kilobytes('/ scripts in all', inAll, 165),
    ];
  });
}

async function onPhone<T>(
  browser: Browser,
  origin: string,
  path: string,
  measure: (page: Page) => Promise<T>,
): Promise<T> {
  const visitor = await bringVisitor(browser, origin, {
    device: 'android',
    motion: true,
    phantom: { answer: 'reject' },
  });
  try {
    await visitor.page.goto(path);
    return await measure(visitor.page);
  } finally {
    await visitor.context.close();
  }
}

async function inlineScriptBytes(page: Page): Promise<number> {
  const source = await page.locator('head script:not([type], [src])').textContent();
  return brotliCompressSync(source ?? '').length;
}

function kilobytes(name: string, bytes: number, atMost: number): Measurement {
  return { name, value: bytes / KILOBYTE, unit: 'KB', target: { atMost } };
}
