import puppeteer from 'puppeteer-core';
import type { Engine } from './engine.js';

export async function launchFirefox(): Promise<Engine> {
  const executablePath = process.env['FIREFOX_PATH'];
  if (executablePath === undefined) {
    throw new Error('FIREFOX_PATH is not set: run npm run test:engines, which sets it');
  }
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath });
  const page = await browser.newPage();
  return {
    window: {
      open: async (url) => {
        await page.goto(url);
      },
      back: async () => {
        await page.evaluate('history.back()');
      },
      resize: (width, height) => page.setViewport({ width, height }),
      evaluate: (expression) => page.evaluate(expression),
      click: async (xpath) => {
        const element = await page.waitForSelector(`::-p-xpath(${xpath})`, { visible: true });
        await element?.click();
      },
      clickAt: (x, y) => page.mouse.click(x, y),
      press: (key) => page.keyboard.press(key),
      photograph: async () => Buffer.from(await page.screenshot()),
    },
    stop: () => browser.close(),
  };
}
