import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as requestUpstream, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from './test.js';
import getPort from 'get-port';
import { chromium, type Browser, type Page } from '@playwright/test';
import { chromiumProgram } from '../support/browser/chromium.js';
import { DEVICES } from '../support/browser/devices.js';
import { connectButton, toasts } from '../support/browser/steps.js';
import { startProduct, type Product } from '../support/product/product.js';
import { createWalletKey } from '../support/fake-phantom/keys.js';

/** Path of a page that prerenders a page of the product. */
const START = '/start';
const RULES = '/speculation-rules';
const DEPARTURE = '/departure';
const DEPARTED = '/departed';

/** A page that prerenders a link, and reports when the browser has activated the prerendered page. */
const startPage = (link: string) => `<script>
addEventListener('pagehide', () => navigator.sendBeacon('${DEPARTED}'));
fetch('${DEPARTURE}').then(() => (location.href = '${link}'));
</script>`;

/** Time for the prerendered page to hydrate after its code was requested, in ms. */
const HYDRATION_MS = 1_000;

/**
 * Starts a proxy in front of the product. It also serves a page that prerenders a link, and opens the link on request.
 */
async function startFrontDoor(product: Product, link: string) {
  const asked: string[] = [];
  let depart = (): void => undefined;
  const departure = new Promise<void>((resolve) => (depart = resolve));
  const pages = new Map([
    [RULES, JSON.stringify({ prerender: [{ urls: [link], eagerness: 'immediate' }] })],
    [START, startPage(link)],
    [DEPARTED, ''],
  ]);
  const server: Server = createServer((request, response) => {
    const { url = '', method, headers } = request;
    asked.push(`${String(headers['sec-purpose'])} ${method} ${url}`);
    const page = pages.get(url);
    if (url === DEPARTURE) void departure.then(() => response.end());
    else if (page !== undefined) {
      const type = url === RULES ? 'application/speculationrules+json' : 'text/html';
      response
        .writeHead(200, { 'content-type': type, 'speculation-rules': `"${RULES}"` })
        .end(page);
    } else {
      const onward = requestUpstream(`${product.origin}${url}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      onward.on('error', () => response.destroy());
      request.pipe(onward);
    }
  });
  const port = await getPort();
  server.listen(port, 'localhost');
  await once(server, 'listening');
  return { origin: `http://localhost:${port}`, asked, depart, server };
}

/** Launches a browser without a debugger, because an attached debugger prevents the activation of prerendered pages. */
async function launchAlone(folder: string, page: string) {
  const port = await getPort();
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-background-networking',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost',
    `--user-agent=${DEVICES.android.userAgent}`,
    `--user-data-dir=${folder}`,
    `--remote-debugging-port=${port}`,
    page,
  ];
  // Debian's chromium is a shell script. A process group lets the test kill the script and the browser.
  const browser = spawn(chromiumProgram(), flags, {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  browser.stderr.resume();
  return {
    /** Connects to the only page. */
    async attach(): Promise<[Browser, Page]> {
      const attached = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
      const [shown] = attached.contexts().flatMap((context) => context.pages());
      if (!shown) throw new Error('the browser shows no page');
      return [attached, shown];
    },
    /** Kills the browser and resolves once all its processes have ended. */
    async close(): Promise<void> {
      if (browser.pid === undefined) return;
      const closed = once(browser, 'close');
      process.kill(-browser.pid, 'SIGKILL');
      await closed;
    },
  };
}

test.describe('a page that Chrome has prerendered', () => {
  let product: Product;
  let folder: string;

  test.beforeAll(async () => {
    product = await startProduct();
    folder = await mkdtemp(path.join(tmpdir(), 'pyramidion-'));
  });

  test.afterAll(async () => {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('keeps the referrer of its link when opened, and calls no API before', async () => {
    const referrer = createWalletKey().address;
    const link = `/?ref=${referrer}`;
    const frontDoor = await startFrontDoor(product, link);
    const browser = await launchAlone(folder, `${frontDoor.origin}${START}`);
    try {
      const asked = (what: RegExp) => frontDoor.asked.filter((each) => what.test(each));
      await expect(async () => {
        expect(asked(/^prefetch;prerender GET \/\?ref=/)).toHaveLength(1);
        expect(asked(/\/assets\/main\..*\.js/)).toHaveLength(1);
        await Promise.resolve();
      }).toPass();
      await new Promise((resolve) => setTimeout(resolve, HYDRATION_MS));
      expect(asked(/ POST | \/api\//)).toEqual([]);
      frontDoor.depart();
      // Attaches only now: a debugger that lists the pages before the activation cannot control them after it.
      await expect(() => {
        expect(asked(/ POST \/departed/)).toHaveLength(1);
        return Promise.resolve();
      }).toPass();
      const [attached, page] = await browser.attach();
      expect(page.url()).toContain(link);
      expect(
        await page.evaluate(() =>
          performance
            .getEntriesByType('navigation')
            .map((entry) => 'activationStart' in entry && entry.activationStart !== 0),
        ),
      ).toEqual([true]);
      await page.goto(`${frontDoor.origin}/dashboard`);
      await connectButton(page).click();
      const href = await toasts(page).getByRole('link').getAttribute('href');
      expect(decodeURIComponent(href ?? '')).toContain(`ref=${referrer}`);
      await attached.close();
    } finally {
      await browser.close();
      frontDoor.server.closeAllConnections();
      frontDoor.server.close();
    }
  });
});
