import { setImmediate } from 'node:timers';
import { describe, expect, test } from '@jest/globals';
import { paths } from '@/config/paths';
import { renderPage } from '@/server';
import { ROUTES } from './routes';

// React prerenders with it, and jsdom leaves it out.
Object.assign(globalThis, { setImmediate });

const settings = {
  publicOrigin: 'https://pyramidion.example',
  tokenMint: 'So11111111111111111111111111111111111111112',
  tokenChartUrl: 'https://pump.fun',
};

async function screenAt(path: string): Promise<HTMLElement> {
  const page = document.createElement('div');
  page.innerHTML = (await renderPage(path, settings, null)).body;
  return page;
}

describe.each(ROUTES.map(({ path }) => path.replace('*', '/nowhere')))(
  'the screen at %s, before any script',
  (path) => {
    test('has one h1', async () => {
      expect((await screenAt(path)).querySelectorAll('h1')).toHaveLength(1);
    });

    test('says that it is a parody', async () => {
      expect(await screenAt(path)).toHaveTextContent('This is a parody.');
    });

    test('is sent whole, with no script to put its parts in place', async () => {
      const screen = await screenAt(path);
      expect(screen.querySelectorAll('script, template')).toHaveLength(0);
    });

    test('has no inline style and no inline handler, which the security policy would refuse', async () => {
      const screen = await screenAt(path);
      const attributes = [...screen.querySelectorAll('*')].flatMap((element) =>
        element.getAttributeNames(),
      );
      expect(attributes.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([]);
    });
  },
);

test('any other path says that one has fallen off the pyramid', async () => {
  expect((await screenAt('/nowhere')).querySelector('h1')?.textContent).toBe(
    "404 - You've fallen off the pyramid!",
  );
});

test('the tagline shows the contract address, or Launching Soon before there is one', async () => {
  expect(await screenAt(paths.landing)).toHaveTextContent(settings.tokenMint);
  const before = await renderPage(paths.landing, { ...settings, tokenMint: null }, null);
  expect(before.body).toContain('>Launching Soon<');
});
