import type { Locator, Page } from 'playwright-core';

/** Waits until React has taken the page over; until then its links load pages, as links do. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const root = document.getElementById('root');
    return root !== null && Object.keys(root).some((key) => key.startsWith('__reactContainer'));
  });
}

/** Connects from the page that is open, and waits for the dashboard. */
export async function connect(page: Page): Promise<void> {
  await connectButton(page).click();
  await dashboardShown(page);
}

export async function dashboardShown(page: Page): Promise<void> {
  await page.waitForURL('**/dashboard');
  await page.getByRole('heading', { name: 'Your Status' }).waitFor();
}

/** The first of them: the landing page has one at its end, too. */
export function connectButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Connect Phantom Wallet' }).first();
}

export function disconnectButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Disconnect Wallet' });
}

/** The toasts that are open. */
export function toasts(page: Page): Locator {
  return page.getByRole('region', { name: /Notifications/ }).locator('li[data-state="open"]');
}

/** Titles of toasts; their whole texts are held by tests of what shows them. */
export const BONUS = 'Referral Bonus!';
export const WELCOME = 'Wallet Connected';
export const FAILED = 'Connection Failed';
export const COPIED = 'Referral Link Copied!';

/** Waits until the toast with this title is open. */
export async function toastShown(page: Page, title: string): Promise<void> {
  await toasts(page).getByText(title, { exact: true }).waitFor();
}

/** The card with this heading. */
export function card(page: Page, heading: string): Locator {
  return page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: heading, exact: true }) });
}

/** What stands under a label in a card. */
export function figure(within: Locator, label: string): Locator {
  return within
    .locator('div')
    .filter({ has: within.page().getByRole('term').filter({ hasText: label }) })
    .getByRole('definition')
    .first();
}

/** The first 4 and last 4 characters, as screens show an address. */
export function shortened(address: string): string {
  return `${address.slice(0, 4)}…${address.slice(-4)}`;
}
