import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { BrowserRouter, MemoryRouter } from 'react-router-dom';
import { UNSET_SETTINGS } from '@backend/shared/public-settings';
import { App } from '@/app';
import { paths } from '@/config/paths';
import { ToastProvider } from '@/features/toast/use-toast';
import { WalletProviders } from '@/features/wallet/wallet-providers';
import { useAddress } from '@/features/wallet/wallet-state';
import { DashboardRoute } from './dashboard';
import { routeAt } from './routes';

/** Installs Phantom. Returns a function that makes it answer the silent connect. */
function installPhantom(): () => void {
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const provider = {
    isPhantom: true,
    isConnected: false,
    publicKey: { toBytes: () => new Uint8Array(32).fill(1) },
    connect: async () => {
      await answered;
      provider.isConnected = true;
    },
    disconnect: () => Promise.resolve(),
    on: () => undefined,
    off: () => undefined,
  };
  window.phantom = { solana: provider };
  window.isPhantomInstalled = true;
  localStorage.setItem('walletName', '"Phantom"');
  return answer;
}

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('', { status: 503 }));
});

afterEach(() => {
  cleanup();
  delete window.phantom;
  localStorage.clear();
  jest.restoreAllMocks();
});

test.each([
  ['moves the focus from the Connect button to the heading', true],
  ['focuses nothing if nothing had the focus', false],
])('a silent reconnect %s', async (_what, isFocused) => {
  const answer = installPhantom();
  render(
    <BrowserRouter>
      <ToastProvider>
        <WalletProviders>
          <DashboardRoute />
        </WalletProviders>
      </ToastProvider>
    </BrowserRouter>,
  );
  const button = screen.getByTestId('connect');
  if (isFocused) act(() => button.focus());
  expect(document.activeElement).toBe(isFocused ? button : document.body);
  act(answer);
  const heading = await screen.findByRole('heading', { name: 'Dashboard' });
  expect(document.activeElement).toBe(isFocused ? heading : document.body);
  // The adapter outlives the test.
  act(() => screen.getByTestId('disconnect').click());
  await screen.findByTestId('connect');
});

test('a page that fails to render does not end the session', async () => {
  installPhantom()();
  let broken = false;
  function Screen() {
    const address = useAddress();
    if (broken) throw new TypeError('no such screen');
    return <h1>{address === null ? 'Nobody' : 'Somebody'}</h1>;
  }
  Object.assign(routeAt(paths.about), { Screen });
  const app = () => (
    <MemoryRouter initialEntries={[paths.about]}>
      <App settings={UNSET_SETTINGS} invitation={null} />
    </MemoryRouter>
  );
  const { rerender } = render(app());
  await screen.findByRole('heading', { name: 'Somebody' });
  broken = true;
  rerender(app());
  expect(screen.getByRole('heading')).toHaveTextContent('The pyramid has collapsed');
  // A sign-out would be sent only in the next turn.
  await act(() => new Promise<void>((resolve) => setTimeout(resolve)));
  expect(fetch).not.toHaveBeenCalledWith(
    '/api/session',
    expect.objectContaining({ method: 'DELETE' }),
  );
});
