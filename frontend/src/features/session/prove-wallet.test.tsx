import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReferralStats } from '@backend/referral-stats/referral-stats.schema';
import { ProveWallet } from './prove-wallet';

const WALLET = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi';

const answered = { error: undefined, isError: false, loading: false, refetch: () => undefined };

/** Renders the card of a wallet that `referrer` has claimed. `signedIn` is the wallet of the session. */
function cardOf(referrer: string | null, signedIn: string | null = null) {
  const data: ReferralStats = {
    wallet: WALLET,
    directRecruits: 0,
    provenRecruits: 0,
    points: 0,
    pendingPoints: 0,
    rank: null,
    streak: 0,
    referrer,
    referrerStatus: referrer === null ? null : 'claimed',
  };
  const session = { data: { wallet: signedIn, expiresAt: null }, ...answered };
  return <ProveWallet wallet={WALLET} session={session} stats={{ data, ...answered }} />;
}

afterEach(() => {
  cleanup();
  localStorage.clear();
});

it('offers Try Again, and asks for no signature, if the session did not load', async () => {
  const refetch = jest.fn();
  const session = { ...answered, data: undefined, error: new Error('503'), isError: true, refetch };
  const stats = { ...answered, data: undefined };
  render(<ProveWallet wallet={WALLET} session={session} stats={stats} />);
  expect(screen.queryByRole('button', { name: 'Prove it' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(refetch).toHaveBeenCalledTimes(1);
});

it('replaces the focused button when the referrer changes', () => {
  const { rerender } = render(cardOf(null));
  const prove = screen.getByRole('button', { name: 'Prove it' });
  prove.focus();
  rerender(cardOf('Cheops'));
  expect(prove).not.toBeInTheDocument();
  const yes = screen.getByRole('button', { name: 'Yes, prove it' });
  yes.focus();
  rerender(cardOf('Djedefre'));
  expect(yes).not.toBeInTheDocument();
});

it('asks about a new referrer after the visitor has declined another one', async () => {
  const { rerender } = render(cardOf('Cheops'));
  await userEvent.click(screen.getByRole('button', { name: 'No' }));
  expect(screen.getByRole('button', { name: 'Prove it' })).toBeVisible();
  rerender(cardOf('Djedefre'));
  expect(screen.getByRole('status')).toHaveTextContent('Somebody says so');
  expect(screen.getByRole('button', { name: 'Yes, prove it' })).toBeVisible();
});

it('declines a claim on the server after No, and asks again if the request fails', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const fetched = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
  render(cardOf('Cheops', WALLET));
  await userEvent.click(screen.getByRole('button', { name: 'No' }));
  expect(fetched).toHaveBeenCalledWith(
    `/api/referral?recruit=${WALLET}`,
    expect.objectContaining({ method: 'DELETE' }),
  );
  expect(await screen.findByText(/^Somebody says so/)).toBeVisible();
  jest.restoreAllMocks();
});

describe('a referrer entered by hand', () => {
  const REFERRER = 'So11111111111111111111111111111111111111112';

  async function paste(text: string): Promise<void> {
    const field = screen.getByRole('textbox', { name: /Their link/ });
    await userEvent.clear(field);
    await userEvent.click(field);
    await userEvent.paste(text);
    await userEvent.click(screen.getByRole('button', { name: 'Name them' }));
  }

  it.each([
    ['Somebody brought me', null],
    ['Somebody else', 'Cheops'],
  ])('is shown with the full address before anything is signed: %s', async (way, claimed) => {
    render(cardOf(claimed));
    await userEvent.click(screen.getByRole('button', { name: way }));
    await paste(` https://pyramidion.example/?ref=${REFERRER}.`);
    expect(screen.getByText(REFERRER)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Yes, prove it' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'No' }));
    expect(screen.queryByText(REFERRER)).not.toBeInTheDocument();
  });

  it('is rejected if it is not a wallet, or is the visitor’s own wallet', async () => {
    render(cardOf(null));
    await userEvent.click(screen.getByRole('button', { name: 'Somebody brought me' }));
    await paste('Cheops');
    expect(screen.getByText(/no whole wallet address/)).toBeVisible();
    await paste(WALLET);
    expect(screen.getByText(/That is you/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Prove it' })).toBeVisible();
  });
});
