import type { Page } from 'playwright-core';
import { TOASTS, toastShown } from '../checks/toasts.js';
import {
  betButton,
  lessonTab,
  checkButton,
  connectButton,
  copyLinkButton,
  proveButton,
  qrButton,
  rememberAnotherPast,
  statsLoaded,
} from '../../support/browser/steps.js';
import { numberedWalletKey, type WalletKey } from '../../support/fake-phantom/keys.js';
import type { Answers } from './answers.js';
import {
  boardAround,
  boardOf,
  logOf,
  numberedAddress,
  proofsFor,
  pyramidOf,
  reportOf,
  sessionOf,
  statsOf,
} from './fixtures.js';

export interface ScreenState {
  /** Name of the state, and of the file with its picture, if any. */
  readonly name: string;
  readonly path: string;
  readonly wallet?: WalletKey;
  readonly answers?: Answers;
  readonly reach: (page: Page) => Promise<unknown>;
  /** Selector of the part in the picture. Default: the screen without header and footer. */
  readonly part?: string;
  /** Matches console errors and warnings that this state causes. */
  readonly expects?: RegExp;
}

export const WALLETS = {
  newcomer: numberedWalletKey(11),
  builder: numberedWalletKey(12),
  magnate: numberedWalletKey(13),
};

export const HOLDINGS = {
  builder: { sol: 4.2069, shares: 12_345.67 },
  magnate: { sol: 420.69, shares: 9_876_543_210.99 },
};

const { newcomer, builder, magnate } = WALLETS;
const REFERRER = numberedAddress(77);
const BOARD = boardOf(312, 20_000);
const RANK = 14;
const POINTS = 7_200;

const ofNewcomer: Answers = {
  session: { body: sessionOf(newcomer.address) },
  'session/check-in': { status: 204 },
  'referral-stats': { body: statsOf(newcomer.address) },
  leaderboard: { body: boardOf(0, 0) },
};
const ofBuilder: Answers = {
  session: { body: sessionOf(builder.address) },
  'session/check-in': { status: 204 },
  'referral-stats': {
    body: statsOf(builder.address, {
      directRecruits: 7,
      provenRecruits: 6,
      points: POINTS,
      pendingPoints: 1_000,
      rank: RANK,
      streak: 12,
      referrer: REFERRER,
      referrerStatus: 'proven',
    }),
  },
  leaderboard: { body: BOARD },
  [`leaderboard?around=${builder.address}&limit=5`]: {
    body: boardAround(builder.address, RANK, POINTS, 312),
  },
};
const ofMagnate: Answers = {
  session: { body: sessionOf(magnate.address) },
  'session/check-in': { status: 204 },
  'referral-stats': {
    body: statsOf(magnate.address, {
      directRecruits: 1_234_567,
      provenRecruits: 1_200_000,
      points: 1_200_365_000,
      pendingPoints: 34_567_000,
      rank: 1,
      streak: 3_650,
      referrer: REFERRER,
      referrerStatus: 'proven',
    }),
  },
  leaderboard: {
    body: boardOf(1_000_000, 1_200_000, magnate.address),
  },
};
const YOUNG_REPORT = reportOf({
  wallets: 7,
  claimed: 1,
  weeks: reportOf().weeks.map(({ begins }, index) =>
    index === 12
      ? { begins, wallets: 7, proven: 5, claimed: 1 }
      : { begins, wallets: 0, proven: 0, claimed: 0 },
  ),
  levels: [
    { wallets: 1, recruitedNobody: 0 },
    { wallets: 2, recruitedNobody: 1 },
    { wallets: 2, recruitedNobody: 1 },
    { wallets: 1, recruitedNobody: 1 },
  ],
  points: { wallets: 6, total: 5_000, topPercent: 2_000, topTenPercent: 2_000 },
  payout: { paid: 5, lost: 4, most: 3.25 },
});
const PROOFS = proofsFor(REFERRER, 12);

/** {@link PROOFS}, except that the first names another referrer than its signed message. */
const FORGED_PROOFS = PROOFS.replace(
  `"referrer":"${REFERRER}"`,
  `"referrer":"${numberedAddress(2)}"`,
);

const FAILING = { status: 503 };
const FAILURE = /status of 503|503 \(|The query .* failed|could not be read/;

function lesson(index: number, text: string) {
  return async (page: Page) => {
    await lessonTab(page, index).click();
    await page.getByText(text).first().waitFor();
  };
}

/** The time of the page in states that scroll to the collapse, which depends on the date. */
const DAY_OF_COLLAPSE = '2026-02-16T12:00:00Z';

async function readToTheEnd(page: Page): Promise<void> {
  await page.clock.setFixedTime(DAY_OF_COLLAPSE);
  await page.locator('#collapse').scrollIntoViewIfNeeded();
  await betButton(page).waitFor();
  await page.getByRole('region', { name: 'Success Stories' }).scrollIntoViewIfNeeded();
  await page.getByRole('heading', { name: 'Investor Education' }).scrollIntoViewIfNeeded();
  await page.getByText('There is nothing here to buy').first().scrollIntoViewIfNeeded();
}

export const STATES: readonly ScreenState[] = [
  {
    name: 'landing',
    path: '/',
    reach: readToTheEnd,
    part: 'section[aria-label="Pyramidion"]',
  },
  {
    name: 'landing-connected',
    path: '/',
    wallet: builder,
    answers: ofBuilder,
    reach: (page) => page.getByText('4.2069 SOL').waitFor(),
  },
  {
    name: 'landing-balance-unread',
    path: '/',
    wallet: builder,
    answers: { ...ofBuilder, rpc: FAILING },
    reach: (page) => page.getByRole('button', { name: 'Balance not read' }).waitFor(),
    expects: FAILURE,
  },
  {
    name: 'landing-bet',
    path: '/',
    reach: async (page) => {
      await page.clock.setFixedTime(DAY_OF_COLLAPSE);
      await page.locator('#collapse').scrollIntoViewIfNeeded();
      await betButton(page).click();
      await page.getByText('You bet on level 20').waitFor();
    },
    part: '#collapse',
  },
  {
    name: 'landing-advanced-math',
    path: '/',
    reach: lesson(1, 'The pitch deck ends at level 4.'),
  },
  {
    name: 'landing-elite-strategies',
    path: '/',
    reach: lesson(2, 'Close this tab'),
  },
  {
    name: 'about',
    path: '/about',
    reach: (page) => page.getByText('Integrity').waitFor(),
  },
  {
    name: 'how-to-participate',
    path: '/how-to-participate',
    reach: (page) => page.getByRole('button', { name: 'Start Your Journey' }).waitFor(),
  },
  {
    name: 'what-we-ask',
    path: '/what-we-ask',
    reach: (page) => page.getByText('A seed phrase', { exact: true }).waitFor(),
  },
  {
    name: 'not-found',
    path: '/no/such/place',
    reach: (page) => page.getByRole('link', { name: 'Climb Back Up' }).waitFor(),
    expects: /404 \(Not Found\)/,
  },
  {
    name: 'report',
    path: '/report',
    answers: { report: { body: reportOf() } },
    reach: (page) => page.getByText('79 of 100').first().waitFor(),
  },
  {
    name: 'report-few',
    path: '/report',
    answers: { report: { body: YOUNG_REPORT } },
    reach: (page) => page.getByText('every figure here is an anecdote').waitFor(),
  },
  {
    name: 'report-empty',
    path: '/report',
    reach: (page) => page.getByText('There is nobody in the pyramid').waitFor(),
  },
  {
    name: 'report-loading',
    path: '/report',
    answers: { report: 'silence' },
    reach: (page) => page.getByText('Counting everybody').waitFor(),
  },
  {
    name: 'report-failing',
    path: '/report',
    answers: { report: FAILING },
    reach: (page) => page.getByText('The report did not load.').waitFor(),
    expects: FAILURE,
  },
  {
    name: 'dashboard-disconnected',
    path: '/dashboard',
    reach: (page) => connectButton(page).waitFor(),
  },
  {
    name: 'dashboard-connecting',
    path: '/dashboard',
    reach: async (page) => {
      await page.evaluate(() => {
        if (window.phantomControl) window.phantomControl.answer = 'hang';
      });
      await connectButton(page).click();
      await page.getByText('Phantom is asking you.').waitFor();
    },
  },
  {
    name: 'dashboard-declined',
    path: '/dashboard',
    reach: async (page) => {
      await page.evaluate(() => {
        if (window.phantomControl) window.phantomControl.answer = 'reject';
      });
      await connectButton(page).click();
      await toastShown(page, TOASTS.failed);
    },
    expects: /Could not connect|rejected/,
  },
  {
    name: 'dashboard-loading',
    path: '/dashboard',
    wallet: builder,
    answers: { session: 'silence', leaderboard: 'silence', rpc: 'silence' },
    reach: (page) => page.getByText('Loading the leaderboard').waitFor({ state: 'attached' }),
  },
  {
    name: 'dashboard-empty',
    path: '/dashboard',
    wallet: newcomer,
    answers: ofNewcomer,
    reach: async (page) => {
      await statsLoaded(page);
      await page.getByText('Nobody has recruited anybody.').waitFor();
    },
  },
  {
    name: 'dashboard',
    path: '/dashboard',
    wallet: builder,
    answers: ofBuilder,
    reach: async (page) => {
      await page.getByText('12,345.67').waitFor();
      await page.getByText('Your rank: 14 of 312').waitFor();
      await statsLoaded(page);
    },
  },
  {
    name: 'dashboard-heavy',
    path: '/dashboard',
    wallet: magnate,
    answers: ofMagnate,
    reach: async (page) => {
      await page.getByText('9,876,543,210.99').waitFor();
      await page.getByText('1,200,365,000').waitFor();
    },
  },
  {
    name: 'dashboard-unproven',
    path: '/dashboard',
    wallet: newcomer,
    answers: {
      session: { body: sessionOf(null) },
      'referral-stats': {
        body: statsOf(newcomer.address, {
          directRecruits: 3,
          pendingPoints: 3_000,
          referrer: REFERRER,
          referrerStatus: 'claimed',
        }),
      },
      leaderboard: { body: BOARD },
    },
    reach: async (page) => {
      await proveButton(page).waitFor();
      await page.getByText('3 recruits, 0 proven').waitFor();
    },
  },
  {
    name: 'dashboard-failing',
    path: '/dashboard',
    wallet: builder,
    answers: {
      session: FAILING,
      'referral-stats': FAILING,
      leaderboard: FAILING,
      rpc: FAILING,
    },
    reach: async (page) => {
      await page.getByText('Everybody is currently tied.').waitFor();
      await page.getByText('you are as successful as you say').waitFor();
      await page.getByText('It is in writing somewhere').waitFor();
      await page.getByText('Our forecast says the same.').waitFor();
    },
    expects: FAILURE,
  },
  {
    name: 'dashboard-qr-code',
    path: '/dashboard',
    wallet: builder,
    answers: ofBuilder,
    reach: async (page) => {
      await statsLoaded(page);
      await qrButton(page).click();
      await page.getByRole('dialog').getByRole('img').waitFor();
    },
  },
  {
    name: 'dashboard-link-by-hand',
    path: '/dashboard',
    wallet: builder,
    answers: ofBuilder,
    reach: async (page) => {
      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
      });
      await statsLoaded(page);
      await copyLinkButton(page).click();
      await page.getByText('Your browser keeps its clipboard to itself.').waitFor();
    },
    expects: /not allowed/,
  },
  {
    name: 'dashboard-link-copied',
    path: '/dashboard',
    wallet: builder,
    answers: ofBuilder,
    reach: async (page) => {
      await statsLoaded(page);
      await copyLinkButton(page).click();
      await toastShown(page, TOASTS.copied);
      // A window without focus pauses the timer of the toast.
      await page.evaluate(() => dispatchEvent(new Event('blur')));
    },
  },
  {
    name: 'pyramid',
    path: `/pyramid/${builder.address}`,
    answers: { pyramid: { body: pyramidOf(builder.address, [7, 18, 40, 12]) } },
    reach: (page) => page.getByText('77 recruits on 4 levels').last().waitFor(),
  },
  {
    name: 'pyramid-with-a-stone-picked',
    path: `/pyramid/${builder.address}`,
    answers: { pyramid: { body: pyramidOf(builder.address, [2, 4]) } },
    reach: async (page) => {
      await page.getByRole('option').nth(3).click();
      await page.getByText('on level 2, brought by').waitFor();
    },
  },
  {
    name: 'pyramid-heavy',
    path: `/pyramid/${magnate.address}`,
    answers: {
      pyramid: {
        body: pyramidOf(magnate.address, [40, 300, 1_500, 5_000, 9_000], 5_000),
      },
    },
    reach: (page) => page.getByText('The base breaks off').waitFor(),
  },
  {
    name: 'pyramid-empty',
    path: `/pyramid/${newcomer.address}`,
    answers: { pyramid: { body: pyramidOf(newcomer.address, []) } },
    reach: (page) => page.getByText('A pyramid of one stone.').waitFor(),
  },
  {
    name: 'pyramid-loading',
    path: `/pyramid/${builder.address}`,
    answers: { pyramid: 'silence' },
    reach: (page) => page.getByText('Raising the pyramid').waitFor({ state: 'attached' }),
  },
  {
    name: 'pyramid-failing',
    path: `/pyramid/${builder.address}`,
    answers: { pyramid: FAILING },
    reach: (page) => page.getByText('nobody is above anybody').waitFor(),
    expects: FAILURE,
  },
  {
    name: 'pyramid-of-no-wallet',
    path: '/pyramid/nobody',
    reach: (page) => page.getByText('a cooperative').waitFor(),
    expects: /404 \(Not Found\)/,
  },
  {
    name: 'proof',
    path: '/proof',
    reach: (page) => checkButton(page).waitFor(),
  },
  {
    name: 'proof-checking',
    path: '/proof',
    answers: { '/log/checkpoint': 'silence' },
    reach: async (page) => {
      await checkButton(page).click();
      await checkButton(page).and(page.locator('[aria-busy="true"]')).waitFor();
    },
  },
  {
    name: 'proof-checked',
    path: '/proof',
    answers: {
      ...logOf(PROOFS),
      leaderboard: {
        body: {
          ...boardOf(1, 12, REFERRER),
        },
      },
    },
    reach: async (page) => {
      await checkButton(page).click();
      await page.getByText('This is the first checkpoint').waitFor();
      await checkButton(page).click();
      await page.getByText('Nothing changed in the 12 entries').waitFor();
      await page.getByText('Every row of the board agrees').waitFor();
    },
  },
  {
    name: 'proof-disputed',
    path: '/proof',
    answers: {
      ...logOf(FORGED_PROOFS),
      leaderboard: { body: boardOf(3, 12, REFERRER) },
    },
    reach: async (page) => {
      await checkButton(page).click();
      await page.getByText('This is the first checkpoint').waitFor();
      await page.getByText('proven recruits on the board, and').first().waitFor();
      await page.getByText('the text names another referrer').waitFor();
      await rememberAnotherPast(page);
      await checkButton(page).click();
      await page.getByText('Somebody rewrote the past.').waitFor();
    },
  },
  {
    name: 'proof-failing',
    path: '/proof',
    answers: { '/log/checkpoint': FAILING },
    reach: async (page) => {
      await checkButton(page).click();
      await page.getByText('The log is not published at the moment.').waitFor();
    },
    expects: /503|was not checked/,
  },
];

export function stateCalled(name: string): ScreenState {
  const state = STATES.find((each) => each.name === name);
  if (!state) throw new Error(`no state is called ${name}`);
  return state;
}

/** Makes pictures repeatable: `Math.random` is constant, and intervals do not run. */
const STILL = 'Math.random = () => 0.5; setInterval = () => 0;';

/**
 * Returns a script that makes pictures repeatable, and fills localStorage as after earlier visits: motion is paused,
 * and the wallet, if any, was connected.
 */
export function keptInBrowser({ wallet }: Pick<ScreenState, 'wallet'>): string {
  const kept = {
    'pyramidion.motion': 'paused',
    ...(wallet && { walletName: '"Phantom"', 'phantom-stand-in:trusted': '0' }),
  };
  return `${STILL} if (location.origin !== 'null') Object.assign(localStorage, ${JSON.stringify(kept)});`;
}
