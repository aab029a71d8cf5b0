import type { Locator, Page } from 'playwright-core';

/** Waits until the page is hydrated, which adds the region of the toasts. */
export async function hydrated(page: Page): Promise<void> {
  await toastRegion(page).waitFor({ state: 'attached' });
}

/** Opens a page, and stops its clock once it is hydrated: then no toast disappears by itself. */
export async function openWithoutTime(page: Page, address: string): Promise<void> {
  const start = Date.now();
  await page.clock.install({ time: start });
  await page.goto(address);
  await hydrated(page);
  await page.clock.pauseAt(start + 600_000);
}

export async function connect(page: Page): Promise<void> {
  await connectButton(page).click();
  await dashboardShown(page);
}

export async function dashboardShown(page: Page): Promise<void> {
  await page.waitForURL('**/dashboard');
  await card(page, 'status').waitFor();
}

/** Returns the first Connect button; the landing page has a second one at its end. */
export function connectButton(page: Page): Locator {
  return page.getByTestId('connect').first();
}

export function disconnectButton(page: Page): Locator {
  return page.getByTestId('disconnect');
}

function toastRegion(page: Page): Locator {
  return page.locator('[role="region"][aria-label*="F8"]');
}

export function toasts(page: Page): Locator {
  return toastRegion(page).locator('li[data-state="open"]');
}

export function dismissButton(page: Page): Locator {
  return toasts(page).getByRole('button');
}

export function card(page: Page, id: 'status' | 'recruits' | 'leaderboard'): Locator {
  return page.locator(`section#${id}`);
}

export async function statsLoaded(page: Page): Promise<void> {
  await card(page, 'recruits').and(page.locator('[aria-busy="false"]')).waitFor();
}

export function copyLinkButton(page: Page): Locator {
  return card(page, 'recruits').getByRole('button').first();
}

export function qrButton(page: Page): Locator {
  return page.locator('[aria-haspopup="dialog"]');
}

export function buyLink(page: Page): Locator {
  return card(page, 'status').locator('a[target="_blank"]');
}

/** Returns the part of the dashboard where the visitor signs. */
export function proof(page: Page): Locator {
  return page.locator('#signature');
}

/** Returns the button that asks Phantom for a signature: the first one below the explanation. */
export function proveButton(page: Page): Locator {
  return proof(page).locator('[role="status"] ~ div').getByRole('button').first();
}

export async function signed(page: Page): Promise<void> {
  await proof(page)
    .getByText(/^Signed$/)
    .waitFor();
}

export function betSlider(page: Page): Locator {
  return page.locator('#collapse').getByRole('slider');
}

export function betButton(page: Page): Locator {
  return betSlider(page).locator('~ button');
}

export function checkButton(page: Page): Locator {
  return page.getByRole('main').getByRole('button').first();
}

/** Waits until the check on /proof shows a result that holds. */
export async function checked(page: Page): Promise<void> {
  await page.getByRole('listitem').getByText('Holds').first().waitFor();
}

export function retryButtons(within: Page | Locator): Locator {
  return within.getByRole('alert').getByRole('button');
}

/** Returns the element with the number and its note. */
export function stat(page: Page, name: 'directRecruits' | 'totalPoints' | 'shares'): Locator {
  const stats = card(page, name === 'shares' ? 'status' : 'recruits').getByRole('definition');
  return stats.nth(name === 'totalPoints' ? 1 : 0);
}

/** Changes the root hash of the log that the browser remembers, as if the log had been rewritten since. */
export async function rememberAnotherPast(page: Page): Promise<void> {
  await page.evaluate(() => {
    const memory = localStorage.getItem('pyramidion.log') ?? '';
    localStorage.setItem('pyramidion.log', memory.replace(/(\\n\d+\\n).{4}/, '$1AAAA'));
  });
}

export function clipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

export function shortened(address: string): string {
  return `${address.slice(0, 4)}…${address.slice(-4)}`;
}

export function linkTo(page: Page, path: string): Locator {
  return page.locator(`a[href="${path}"]`).first();
}

export function lessonTab(page: Page, index: number): Locator {
  return page.getByRole('tab').nth(index);
}

export function linkInLesson(page: Page): Locator {
  return page.getByRole('tabpanel').getByRole('link').first();
}
