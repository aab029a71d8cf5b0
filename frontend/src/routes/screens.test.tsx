import { describe, expect, test } from '@jest/globals';
import type { Invitation } from '@backend/site/page';
import { paths } from '@/config/paths';
import { UNSET_SETTINGS } from '@backend/shared/public-settings';
import { renderPage } from '@/server';
import { titleOf } from '@/lib/avatar';
import { shortenAddress } from '@/lib/format';
import { ROUTES } from './routes';

const settings = {
  ...UNSET_SETTINGS,
  publicOrigin: 'https://pyramidion.example',
  tokenMint: 'So11111111111111111111111111111111111111112',
};

async function screenAt(path: string, invitation: Invitation | null = null): Promise<HTMLElement> {
  const page = document.createElement('div');
  page.innerHTML = (await renderPage(path, settings, invitation)).body;
  return page;
}

const WALLET = settings.tokenMint;

describe.each(ROUTES.map(({ path }) => path.replace('*', '/nowhere').replace(':wallet', WALLET)))(
  'the HTML of the screen %s',
  (path) => {
    test('has one h1', async () => {
      expect((await screenAt(path)).querySelectorAll('h1')).toHaveLength(1);
    });

    test('says that it is a parody', async () => {
      expect(await screenAt(path)).toHaveTextContent('This is a parody.');
    });

    test('contains no scripts or templates', async () => {
      const screen = await screenAt(path);
      expect(screen.querySelectorAll('script, template')).toHaveLength(0);
    });

    test('has no inline styles or handlers, which the security policy forbids', async () => {
      const screen = await screenAt(path);
      const attributes = [...screen.querySelectorAll('*')].flatMap((element) =>
        element.getAttributeNames(),
      );
      expect(attributes.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([]);
    });
  },
);

test.each([
  [0, 'would like you to be number 1.'],
  [1, 'has 1 recruit and would like you to be number 2.'],
  [1_067, 'has 1,067 recruits and would like you to be number 1,068.'],
])('the landing page names an inviter with %d recruits', async (provenRecruits, said) => {
  const invitation = { wallet: settings.tokenMint, provenRecruits };
  expect(await screenAt(paths.landing, invitation)).toHaveTextContent(
    `${titleOf(settings.tokenMint)}, ${shortenAddress(settings.tokenMint)}, ${said}`,
  );
  expect(await screenAt(paths.landing)).not.toHaveTextContent('would like you');
});

test('the HTML says that the link is damaged only if the server has found it damaged', async () => {
  const damaged = `/?ref=${WALLET.slice(4)}`;
  expect(await screenAt(damaged, 'damaged')).toHaveTextContent('Your link is damaged.');
  expect(await screenAt(damaged)).not.toHaveTextContent('Your link is damaged.');
});

test('What We Ask lists the visitor’s No to a claim, and the IP address, as sent', async () => {
  const screen = await screenAt(paths.whatWeAsk);
  expect(screen).toHaveTextContent('with your No to it');
  expect(screen).toHaveTextContent('Your IP address');
});

test('an invalid wallet address shows the 404 screen in place of a pyramid', async () => {
  const screen = await screenAt('/pyramid/nope');
  expect(screen).toHaveTextContent('A pyramid with nobody at the top is called a cooperative');
});

test('the landing page shows the contract address, or Launching Soon before there is one', async () => {
  expect(await screenAt(paths.landing)).toHaveTextContent(settings.tokenMint);
  const before = await renderPage(paths.landing, { ...settings, tokenMint: null }, null);
  expect(before.body).toContain('>Launching Soon<');
});
