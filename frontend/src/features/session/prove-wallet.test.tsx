import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { WalletContext, type WalletContextState } from '@solana/wallet-adapter-react';
import { PublicKey } from '@solana/web3.js';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement, ReactNode } from 'react';
import { mutate, SWRConfig } from 'swr';
import type { SignInResponse } from '@backend/sign-in/sign-in.schema';
import { CHALLENGE } from '../../../test/challenge';
import { swrConfig } from '@/config/swr';
import { rememberedReferrer } from '@/features/referral/referrer-memory';
import type { KnownStats } from '@/features/referral/use-referral-stats';
import { ProveWallet } from './prove-wallet';
import { signOut, useSession, type Failure } from './use-session';

const WALLET = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi';

/** Address of the key whose bytes are all 2. */
const OTHER = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR';

const REFERRER = 'So11111111111111111111111111111111111111112';

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
  referrerStatus: KnownStats['referrerStatus'] = 'claimed',
) {
  const data: KnownStats = {
    directRecruits: 0,
    provenRecruits: 0,
    points: 0,
    pendingPoints: 0,
    rank: null,
    streak: 0,
    referrer,
    referrerStatus: referrer === null ? null : referrerStatus,
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

/** Connects an old Phantom to WALLET. Its prompt, in which `signer` signs, is open until the test calls `approve`. */
function installPhantom(signer = WALLET) {
  const adapter = { publicKey: new PublicKey(WALLET) as PublicKey | null };
  let sign = (): void => undefined;
  const signMessage = jest.fn(async () => {
    await new Promise<void>((resolve) => (sign = resolve));
    return new Uint8Array(64);
  });
  const context = { wallet: { adapter }, publicKey: new PublicKey(signer), signMessage };
  return {
    signMessage,
    Wallet: ({ children }: { readonly children: ReactNode }) => (
      <WalletContext value={context as unknown as WalletContextState}>{children}</WalletContext>
    ),
    approve: () => {
      sign();
      return nextTurn();
    },
    connectTo: (address: string | null) => {
      adapter.publicKey = address === null ? null : new PublicKey(address);
    },
  };
}

function nextTurn(): Promise<void> {
  return act(() => new Promise<void>((resolve) => setTimeout(resolve)));
}

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

function choices(): HTMLElement[] {
  const { parentElement } = screen.getByRole('status');
  return parentElement ? within(parentElement).getAllByRole('button') : [];
}

async function sign(): Promise<void> {
  const [button] = choices();
  if (button) await userEvent.click(button);
}

const decline = () => userEvent.click(screen.getByRole('button', { name: 'No' }));

async function paste(text: string): Promise<void> {
  const field = screen.getByRole('textbox', { name: /Their link/ });
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(text);
  await userEvent.click(screen.getByRole('button', { name: 'Use This Referrer' }));
}

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
  render(cardOf(null), { wrapper: installPhantom().Wallet });
  await sign();
  expect(await screen.findByText(new RegExp(`“${detail}”`))).toBeVisible();
  jest.restoreAllMocks();
});

describe('an attempt to prove the wallet', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** Clicks Yes, prove it. The server answers only when the test calls `answerChallenge` or `answerLast`. */
  async function start(signedIn: string | null = null, signer = WALLET) {
    const phantom = installPhantom(signer);
    let answer = (): void => undefined;
    const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return Response.json({ input: CHALLENGE });
    });
    const { unmount } = render(cardOf('Cheops', signedIn), { wrapper: phantom.Wallet });
    await sign();
    const challenged = answer;
    return {
      ...phantom,
      unmount,
      answerChallenge: async () => {
        challenged();
        await nextTurn();
      },
      answerLast: () => answer(),
      requests: () => fetched.mock.calls.map(([address]) => address),
    };
  }

  const CHALLENGED = '/api/session/challenge';

  it('sends the signature once Phantom has answered, and the visitor cannot decline any more', async () => {
    const { answerChallenge, signMessage, approve, requests, unmount, answerLast } = await start();
    await answerChallenge();
    expect(signMessage).toHaveBeenCalledTimes(1);
    await approve();
    expect(requests()).toEqual([CHALLENGED, '/api/session']);
    expect(screen.getByText(/^Signed\. Our server is checking/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'No' })).not.toBeInTheDocument();
    unmount();
    // A sign-in without an answer would hold up those of the next tests.
    answerLast();
  });

  it('ends if a signed-in visitor declines the claim', async () => {
    const { answerChallenge, signMessage, requests } = await start(WALLET);
    await decline();
    await answerChallenge();
    expect(requests()).toEqual([CHALLENGED, `/api/referral?recruit=${WALLET}`]);
    expect(signMessage).not.toHaveBeenCalled();
  });

  type Attempt = Awaited<ReturnType<typeof start>>;

  async function nameAnother(): Promise<void> {
    await userEvent.click(screen.getByRole('button', { name: 'Somebody else' }));
    await paste(REFERRER);
  }

  const ENDS: [string, (attempt: Attempt) => unknown][] = [
    ['declines', decline],
    ['names another referrer', nameAnother],
    ['leaves the page', ({ unmount }) => unmount()],
    ['switches the account', ({ connectTo }) => connectTo(OTHER)],
    ['disconnects', ({ connectTo }) => connectTo(null)],
  ];

  it.each(ENDS)(
    'opens no prompt if the visitor %s while the challenge loads',
    async (_what, end) => {
      const attempt = await start();
      await end(attempt);
      await attempt.answerChallenge();
      expect(attempt.requests()).toEqual([CHALLENGED]);
      expect(attempt.signMessage).not.toHaveBeenCalled();
    },
  );

  it.each(ENDS)('sends no signature if the visitor %s while Phantom asks', async (_what, end) => {
    const attempt = await start();
    await attempt.answerChallenge();
    await end(attempt);
    await attempt.approve();
    expect(attempt.signMessage).toHaveBeenCalledTimes(1);
    expect(attempt.requests()).toEqual([CHALLENGED]);
  });

  it('sends no signature by another account than the connected one', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { signMessage, answerChallenge, approve, requests } = await start(null, OTHER);
    await answerChallenge();
    await approve();
    expect(signMessage).toHaveBeenCalledTimes(1);
    expect(requests()).toEqual([CHALLENGED]);
    expect(screen.getByText(/^Phantom could not sign with this account/)).toBeVisible();
  });
});

describe('a claim that the visitor has declined before signing in', () => {
  let phantom: ReturnType<typeof installPhantom>;

  function open(card = cardOf('Cheops')): void {
    cleanup();
    phantom = installPhantom();
    render(card, { wrapper: phantom.Wallet });
  }

  function claimBy(referrer: string) {
    return { referrer, status: 'claimed', credited: false } as const;
  }

  beforeEach(async () => {
    open();
    await decline();
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  const SIGNED_IN = [
    ['POST', '/api/session/challenge'],
    ['POST', '/api/session'],
  ];
  const DECLINED = ['DELETE', `/api/referral?recruit=${WALLET}`];

  /** Proves the wallet. Returns the requests, and the body of the first. */
  async function requestsOfProof(referral: SignInResponse['referral']) {
    const answers = new Map<unknown, object>([
      ['/api/session/challenge', { input: CHALLENGE }],
      ['/api/session', { wallet: WALLET, referral }],
    ]);
    const fetched = jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation((address) => Promise.resolve(Response.json(answers.get(address) ?? {})));
    await sign();
    await nextTurn();
    await phantom.approve();
    const { calls } = fetched.mock;
    return {
      requests: calls.map(([address, options]) => [options?.method, address]),
      challenged: calls[0]?.[1]?.body,
    };
  }

  it.each([
    ['same', () => undefined],
    ['next', open],
  ])(
    'is not named in a signature on the %s visit, and is declined on the server after the sign-in',
    async (_which, visit) => {
      visit();
      const { requests, challenged } = await requestsOfProof(claimBy('Cheops'));
      expect(challenged).toBe('{}');
      expect(requests).toEqual([...SIGNED_IN, DECLINED]);
    },
  );

  it.each([
    ['same', () => undefined],
    ['next', () => open(cardOf(REFERRER))],
  ])(
    'is declined on the server after the sign-in on the %s visit, even if the stats had failed',
    async (_which, visit) => {
      sessionStorage.setItem('pyramidion.referrer', REFERRER);
      const card = cardOf(REFERRER);
      const failed = { ...answered, data: undefined, error: new Error('503') };
      open(<ProveWallet {...card.props} stats={failed} />);
      await decline();
      visit();
      const { requests, challenged } = await requestsOfProof(claimBy(REFERRER));
      expect(challenged).toBe('{}');
      expect(requests).toEqual([...SIGNED_IN, DECLINED]);
    },
  );

  it('is not declined on the server if another claim has replaced it', async () => {
    const { requests } = await requestsOfProof(claimBy(REFERRER));
    expect(requests).toEqual(SIGNED_IN);
  });

  it.each([
    ['not declined on the server if the sign-in proves', REFERRER, 'proven', SIGNED_IN],
    [
      'declined on the server if the sign-in fails to prove',
      'Cheops',
      'claimed',
      [...SIGNED_IN, DECLINED],
    ],
  ] as const)('is %s the referrer of a link', async (_what, referrer, status, expected) => {
    sessionStorage.setItem('pyramidion.referrer', REFERRER);
    open();
    const { requests, challenged } = await requestsOfProof({
      referrer,
      status,
      credited: status === 'proven',
    });
    expect(challenged).toBe(JSON.stringify({ referrer: REFERRER }));
    expect(requests).toEqual(expected);
  });
});

describe('the referrer of an opened link', () => {
  beforeEach(() => {
    sessionStorage.setItem('pyramidion.referrer', REFERRER);
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  async function referrerSigned(): Promise<unknown> {
    const fetched = jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation(() => Promise.resolve(Response.json({}, { status: 503 })));
    await sign();
    const [, options] = fetched.mock.calls[0] ?? [];
    return JSON.parse(options?.body as string);
  }

  const open = (card: ReactElement) => render(card, { wrapper: installPhantom().Wallet });

  it.each([
    ['another wallet’s claim', 'Cheops'],
    ['its own claim', REFERRER],
    ['no claim', null],
  ])('is asked about before the visitor signs for it, beside %s', async (_what, claimed) => {
    open(cardOf(claimed));
    expect(screen.getByText(REFERRER)).toBeVisible();
    expect(await referrerSigned()).toEqual({ referrer: REFERRER });
  });

  it('is forgotten when the visitor says No, and then the claim is asked about', async () => {
    open(cardOf('Cheops'));
    await decline();
    expect(rememberedReferrer()).toBeNull();
    expect(screen.getByText('Cheops')).toBeVisible();
    expect(await referrerSigned()).toEqual({ referrer: 'Cheops' });
  });

  it('can be entered by hand and signed for if the visitor is signed in and the claim was refused', async () => {
    open(cardOf(null, WALLET));
    await userEvent.click(screen.getByRole('button', { name: 'Somebody brought me' }));
    await paste(REFERRER);
    expect(screen.getByText(REFERRER)).toBeVisible();
    expect(await referrerSigned()).toEqual({ referrer: REFERRER });
  });

  it('is not signed for if another referrer is proven', async () => {
    open(cardOf('Cheops', null, null, 'proven'));
    expect(screen.queryByText(REFERRER)).not.toBeInTheDocument();
    expect(await referrerSigned()).toEqual({});
  });
});

describe('a referrer entered by hand', () => {
  it('is shown with the full address, and can be declined', async () => {
    render(cardOf('Cheops'));
    await userEvent.click(screen.getByRole('button', { name: 'Somebody else' }));
    await paste(` https://pyramidion.example/?ref=${REFERRER}.`);
    expect(screen.getByText(REFERRER)).toBeVisible();
    await decline();
    expect(screen.queryByText(REFERRER)).not.toBeInTheDocument();
  });

  it('is not asked about any more once a referrer is proven', async () => {
    const { rerender } = render(cardOf(null));
    await userEvent.click(screen.getByRole('button', { name: 'Somebody brought me' }));
    await paste(REFERRER);
    expect(screen.getByText(REFERRER)).toBeVisible();
    rerender(cardOf(REFERRER, WALLET, null, 'proven'));
    expect(screen.queryByText(REFERRER)).not.toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
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
