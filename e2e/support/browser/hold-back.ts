import type { Page } from 'playwright-core';

/** Keeps what is asked for waiting until it is released. */
export async function holdBack(page: Page, files: string | RegExp): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(files, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
