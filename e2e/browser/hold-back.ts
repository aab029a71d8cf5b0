import type { Page, Route } from 'playwright-core';

/** Keeps what is asked for waiting until it is released. */
export async function holdBack(page: Page, files: string | RegExp): Promise<() => void> {
  return hold(page, files, (route) => route.continue());
}

/** Keeps what is asked for waiting until it is released, and the first of it is then not to be had. */
export async function loseLater(page: Page, files: string | RegExp): Promise<() => void> {
  return hold(page, files, (route) => route.abort(), { times: 1 });
}

async function hold(
  page: Page,
  files: string | RegExp,
  end: (route: Route) => Promise<void>,
  options: { readonly times?: number } = {},
): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const handle = async (route: Route): Promise<void> => {
    await released;
    await end(route);
  };
  await page.route(files, handle, options);
  return release;
}
