import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { mutate, SWRConfig } from 'swr';
import { swrConfig } from '@/config/swr';
import type { KnownStats } from '@/features/referral/use-referral-stats';
import { ProveWallet } from './prove-wallet';
import { signOut, useSession, type Failure } from './use-session';

const WALLET = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi';

const answered = {
  error: undefined,
  isLoading: false,
  isValidating: false,
  mutate: () => Promise.resolve(undefined),
};

function cardOf(
  referrer: string | null,
  signedIn: string | null = null,
  failure: Failure | null = null,
) {
  const data: KnownStats = {
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
  return (
    <ProveWallet
      wallet={WALLET}
      session={session}
      failure={failure}
      stats={{ data, ...answered }}
    />
  );
}

function CardWithSession() {
  const card = cardOf('Cheops');
  return <ProveWallet {...card.props} session={useSession()} />;
}

function Queries({ children }: { readonly children: ReactNode }) {
  return <SWRConfig value={swrConfig}>{children}</SWRConfig>;
}

afterEach(() => {
  cleanup();
  localStorage.clear();
});

function choices(): HTMLElement[] {
  const { parentElement } = screen.getByRole('status');
  return parentElement ? within(parentElement).getAllByRole('button') : [];
}

async function choose(index: 0 | 1): Promise<void> {
  const button = choices()[index];
  if (button) await userEvent.click(button);
}

const sign = () => choose(0);
const decline = () => choose(1);

it('offers Try Again, and asks for no signature, if the session did not load', async () => {
  const refetch = jest.fn(() => Promise.resolve(undefined));
  const session = { ...answered, data: undefined, error: new Error('503'), mutate: refetch };
  const stats = { ...answered, data: undefined };
  render(<ProveWallet wallet={WALLET} session={session} failure={null} stats={stats} />);
  expect(screen.queryByRole('button', { name: 'Prove it' })).not.toBeInTheDocument();
  await userEvent.click(
    within(screen.getByRole('alert')).getByRole('button', { name: 'Try Again' }),
  );
  expect(refetch).toHaveBeenCalledTimes(1);
});

it('replaces the focused button when the referrer changes', () => {
  const { rerender } = render(cardOf(null));
  const [prove] = choices();
  prove?.focus();
  expect(prove).toHaveFocus();
  rerender(cardOf('Cheops'));
  expect(prove).not.toBeInTheDocument();
  const [yes] = choices();
  yes?.focus();
  expect(yes).toHaveFocus();
  rerender(cardOf('Djedefre'));
  expect(yes).not.toBeInTheDocument();
});

it('advises proving the wallet again, and then allowing cookies, if the server does not recognise the browser', () => {
  render(cardOf(null, null, 'cookies'));
  expect(screen.getByRole('status')).toHaveTextContent(
    /^Our server .* Prove it again\..* If that fails, too, allow cookies/,
  );
});

it('asks about a new referrer after the visitor has declined the earlier one', async () => {
  const { rerender } = render(cardOf('Cheops'));
  await decline();
  expect(choices()).toHaveLength(1);
  rerender(cardOf('Djedefre'));
  expect(screen.getByRole('status')).toHaveTextContent('Somebody says so');
  expect(screen.getByText(/published for good/)).toBeVisible();
  expect(choices().length).toBeGreaterThan(1);
});

const REASON = 'Nobody is signed in: sign in to decline a claim.';

describe('declining a claim on the server', () => {
  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  afterEach(async () => {
    cleanup();
    signOut();
    await mutate(() => true, undefined);
    jest.restoreAllMocks();
  });

  async function clickNo(answer: () => Promise<Response>) {
    const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(answer);
    render(cardOf('Cheops', WALLET));
    await decline();
    expect(fetched).toHaveBeenCalledWith(
      `/api/referral?recruit=${WALLET}`,
      expect.objectContaining({ method: 'DELETE' }),
    );
  }

  it('shows a message, and asks the visitor again, if the server cannot be reached', async () => {
    await clickNo(() => Promise.reject(new TypeError('offline')));
    expect(await screen.findByText(/^Our server did not do its part/)).toBeVisible();
    expect(choices().length).toBeGreaterThan(1);
  });

  it('shows the server’s reason, and asks the visitor again, if the server refuses', async () => {
    await clickNo(() => Promise.resolve(Response.json({ detail: REASON }, { status: 401 })));
    expect(await screen.findByText(new RegExp(`said why: “${REASON}”$`))).toBeVisible();
    expect(choices().length).toBeGreaterThan(1);
  });

  it('shows that the wallet is not signed in any more if the answer is 401', async () => {
    jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation((_, { method } = {}) =>
        Promise.resolve(
          method === 'DELETE'
            ? Response.json({ detail: REASON }, { status: 401 })
            : Response.json({ wallet: null }),
        ),
      );
    await mutate('/api/session', { wallet: WALLET }, { revalidate: false });
    render(<CardWithSession />, { wrapper: Queries });
    expect(screen.getByText('Signed')).toBeVisible();
    await decline();
    expect(await screen.findByText('Not signed')).toBeVisible();
    expect(screen.getByText(new RegExp(REASON))).toBeVisible();
  });
});

it('shows why the server did not sign the wallet in', () => {
  const reason = 'The operator has banned this wallet: it cannot sign in.';
  render(cardOf(null, null, { reason }));
  expect(screen.getByRole('status')).toHaveTextContent(`said why: “${reason}”`);
});

it('shows the server’s reason for sending no challenge', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const detail = 'Too many requests from this address: try again in 12 s.';
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ detail }, { status: 429 }));
  render(cardOf(null));
  await sign();
  expect(await screen.findByText(new RegExp(`“${detail}”`))).toBeVisible();
  jest.restoreAllMocks();
});

describe('a referrer entered by hand', () => {
  const REFERRER = 'So11111111111111111111111111111111111111112';

  async function paste(text: string): Promise<void> {
    const field = screen.getByRole('textbox', { name: /Their link/ });
    await userEvent.clear(field);
    await userEvent.click(field);
    await userEvent.paste(text);
    await userEvent.click(screen.getByRole('button', { name: 'Use This Referrer' }));
  }

  it('is shown with the full address, and can be declined', async () => {
    render(cardOf('Cheops'));
    await userEvent.click(screen.getByRole('button', { name: 'Somebody else' }));
    await paste(` https://pyramidion.example/?ref=${REFERRER}.`);
    expect(screen.getByText(REFERRER)).toBeVisible();
    await decline();
    expect(screen.queryByText(REFERRER)).not.toBeInTheDocument();
  });

  it('is rejected if it is not a wallet address, or is the address of the visitor’s own wallet', async () => {
    render(cardOf(null));
    await userEvent.click(screen.getByRole('button', { name: 'Somebody brought me' }));
    await paste('Cheops');
    expect(screen.getByText(/no whole wallet address/)).toBeVisible();
    await paste(WALLET);
    expect(screen.getByText(/That is you/)).toBeVisible();
    expect(screen.queryByText(/bring you/)).not.toBeInTheDocument();
  });
});
