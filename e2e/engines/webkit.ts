import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import getPort from 'get-port';
import { Builder, By, Key, Origin, until, type WebDriver } from 'selenium-webdriver';
import { eventually } from '../support/browser/eventually.js';
import type { Engine, EngineWindow } from './engine.js';

const PATIENCE_MS = 10_000;

/** Size and colour depth of the virtual screen. */
const SCREEN = '1600x1100x24';

export async function launchWebKit(): Promise<Engine> {
  const { WEBKIT_DRIVER: program, WEBKIT_BROWSER: binary } = process.env;
  if (program === undefined || binary === undefined) {
    throw new Error('WEBKIT_DRIVER is not set: run npm run test:engines, which sets it');
  }
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [number] = (await once(screen.stdout, 'data')) as [Buffer];
  const port = await getPort();
  const driver = spawn(program, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${number.toString().trim()}` },
    stdio: 'ignore',
  });
  try {
    const server = `http://127.0.0.1:${port}`;
    await eventually(async () => {
      await fetch(`${server}/status`);
    });
    const session = await new Builder()
      .usingServer(server)
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary, args: ['--automation'] },
      })
      .build();
    const stop = async (): Promise<void> => {
      await session.quit();
      await endAll(driver, screen);
    };
    return { window: windowOf(session), stop };
  } catch (error) {
    await endAll(driver, screen);
    throw error;
  }
}

function windowOf(session: WebDriver): EngineWindow {
  const keys = { ArrowRight: Key.ARROW_RIGHT, Escape: Key.ESCAPE };
  return {
    open: (url) => session.get(url),
    // Not history.back(), because a script that navigates away may never return.
    back: () => session.navigate().back(),
    resize: async (width, height) => {
      await session.manage().window().setRect({ x: 0, y: 0, width, height });
    },
    evaluate: (expression) => session.executeScript(`return (${expression})`),
    click: async (xpath) => {
      const element = await session.wait(until.elementLocated(By.xpath(xpath)), PATIENCE_MS);
      await session.executeScript('arguments[0].scrollIntoView({ block: "center" })', element);
      await session.wait(until.elementIsVisible(element), PATIENCE_MS);
      await element.click();
    },
    clickAt: (x, y) => session.actions().move({ x, y, origin: Origin.VIEWPORT }).click().perform(),
    press: (key) => session.actions().sendKeys(keys[key]).perform(),
    photograph: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
  };
}

async function endAll(...processes: readonly ChildProcess[]): Promise<void> {
  for (const each of processes) {
    if (each.exitCode !== null || !each.kill()) continue;
    await once(each, 'exit');
  }
}
