import type { Locator, Page } from 'playwright-core';

/** Waits until hydration has begun. Until then, a click on a link loads a whole page. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const root = document.getElementById('root');
    return root !== null && Object.keys(root).some((key) => key.startsWith('__reactContainer'));
  });
}

/** Connects from the open page, and waits for the dashboard. */
export async function connect(page: Page): Promise<void> {
  await connectButton(page).click();
  await dashboardShown(page);
}

export async function dashboardShown(page: Page): Promise<void> {
  await page.waitForURL('**/dashboard');
  await page.getByRole('heading', { name: 'Your Status' }).waitFor();
}

/** Returns the first Connect button; the landing page has a second one at its end. */
export function connectButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Connect Phantom Wallet' }).first();
}

export function disconnectButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Disconnect/ });
}

export function toasts(page: Page): Locator {
  return page.getByRole('region', { name: /Notifications/ }).locator('li[data-state="open"]');
}

export function card(page: Page, heading: string): Locator {
  return page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: heading, exact: true }) });
}

/** Returns the value below a label in a card. */
export function stat(within: Locator, label: string): Locator {
  return within
    .locator('div')
    .filter({ has: within.page().getByRole('term').filter({ hasText: label }) })
    .getByRole('definition')
    .first();
}

/** Changes the log's root hash that the browser remembers, as if the log had been rewritten since. */
export async function rememberAnotherPast(page: Page): Promise<void> {
  await page.evaluate(() => {
    const memory = localStorage.getItem('pyramidion.log') ?? '';
    localStorage.setItem('pyramidion.log', memory.replace(/(\\n\d+\\n).{4}/, '$1AAAA'));
  });
}

/** Returns the text that a page has copied. */
export function clipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Returns the first 4 and the last 4 characters of an address, as screens show it. */
export function shortened(address: string): string {
  return `${address.slice(0, 4)}…${address.slice(-4)}`;
}
