import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { ToastProvider } from '@/features/toast/use-toast';
import { WalletProviders } from '@/features/wallet/wallet-providers';
import { DashboardRoute } from './dashboard';

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
  const heading = await screen.findByRole('heading', { name: 'Dashboard' }, { timeout: 10_000 });
  expect(document.activeElement).toBe(isFocused ? heading : document.body);
  // The adapter outlives the test.
  act(() => screen.getByTestId('disconnect').click());
  await screen.findByTestId('connect');
});
