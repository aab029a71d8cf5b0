import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dayAt, playCollapse, termsOfDay } from '@backend/shared/collapse';
import { SettingsContext, UNSET_SETTINGS } from '@/config/settings';
import { CollapseSection } from './collapse-section';
import { collapseLink } from './collapse/wager';

const ORIGIN = 'https://pyramidion.example';

/** Terms: five recruits each, everybody accepts. The bet is on level 9. */
const LINK = '/?collapse=5-1-9-k3x9';

beforeEach(() => {
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  Element.prototype.scrollIntoView = () => undefined;
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: true,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
});

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  localStorage.clear();
  history.replaceState(null, '', '/');
});

function open(address: string, wallet: string | null = null) {
  history.replaceState(null, '', address);
  return render(
    <SettingsContext value={{ ...UNSET_SETTINGS, publicOrigin: ORIGIN }}>
      <CollapseSection wallet={wallet} findReferrer={() => 'Referrer'} />
    </SettingsContext>,
  );
}

/** Clicks a copy button and returns the copied text. */
async function copied(name: string): Promise<string> {
  const user = userEvent.setup();
  const write = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(await screen.findByRole('button', { name }));
  return write.mock.calls.at(-1)?.[0] ?? '';
}

/** Opens the page with today's collapse, or with the collapse in `address`. */
function openDaily(address = '/', wallet: string | null = null) {
  class Seen {
    constructor(private readonly notify: (entries: object[]) => void) {}
    observe(target: Element) {
      this.notify([{ isIntersecting: true, target }]);
    }
    unobserve() {}
    disconnect() {}
  }
  Object.assign(window, { IntersectionObserver: Seen });
  return open(address, wallet);
}

const today = () => dayAt(Date.now());
const answerOf = (day: number) => playCollapse(termsOfDay(day)).endsOn;

async function bet(level: number): Promise<void> {
  const slider = await screen.findByRole('slider', { name: 'Earth runs out on' });
  fireEvent.change(slider, { target: { value: String(level) } });
  await userEvent.click(screen.getByRole('button', { name: 'Place Your Bet' }));
}

test('the collapse of the day accepts one bet, and shows how far off it was', async () => {
  const day = today();
  const { unmount } = openDaily();
  expect(await screen.findByRole('heading', { name: `Pyramidion #${day}` })).toBeVisible();
  expect(screen.queryByRole('slider', { name: 'Recruits each' })).toBeNull();
  await bet(answerOf(day) - 1);
  expect(screen.getByText(/^You bet on level \d+: 1 level too early/)).toBeVisible();
  expect(screen.getByText(`Pyramidion #${day}: off by 1 🔺🟨🟨🟥`)).toBeVisible();
  expect(screen.getByText('Streak: 1 day. Best: 1 day.')).toBeVisible();
  expect(screen.getByRole('list', { name: 'How far off your bets were' })).toHaveTextContent(
    'off by 11 day',
  );
  unmount();
  openDaily();
  expect(await screen.findByText(/^You bet on level \d+: 1 level too early/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Place Your Bet' })).toBeNull();
});

test('the result is copied with a referral link of the visitor, or of their referrer', async () => {
  const day = today();
  const { unmount } = openDaily();
  await bet(answerOf(day));
  const mine = { day, bet: answerOf(day) };
  expect(await copied('Copy Your Result')).toBe(
    `Pyramidion #${day}: spot on 🔺🟨🟨🟨 ${collapseLink(mine, ORIGIN, 'Referrer')}`,
  );
  unmount();
  openDaily('/', 'Wa11et');
  expect(await copied('Copy Your Result')).toContain('/?ref=Wa11et&collapse=day');
});

test('the bet in a link to today’s collapse is shown only after the visitor’s own bet', async () => {
  const day = today();
  openDaily(collapseLink({ day, bet: 9 }, '', 'Somebody'));
  expect(await screen.findByText(/^Whoever sent you here has placed a bet/)).toBeVisible();
  expect(screen.queryByText(/ended on level|bet on (level )?\d/)).toBeNull();
  await bet(30);
  expect(screen.getByText(`They bet on 9: off by ${answerOf(day) - 9}.`)).toBeVisible();
});

test('a link to an earlier day shows the result of its bet, and offers today’s collapse', async () => {
  const day = today();
  openDaily(collapseLink({ day: day - 1, bet: answerOf(day - 1) }, '', null));
  expect(
    await screen.findByText(new RegExp(`^They bet on \\d+ in #${day - 1}: spot on`)),
  ).toBeVisible();
  expect(screen.getByRole('heading', { name: `Pyramidion #${day}` })).toBeVisible();
});

test('a link to a future day shows neither its bet nor the result', async () => {
  openDaily(collapseLink({ day: today() + 5, bet: 9 }, '', null));
  await screen.findByRole('button', { name: 'Place Your Bet' });
  expect(screen.queryByText(/^They bet/)).toBeNull();
});

test('an open page offers the next day after midnight UTC', async () => {
  jest.useFakeTimers({ now: Date.parse('2026-11-25T23:59:55Z'), advanceTimers: true });
  openDaily();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await screen.findByRole('heading', { name: 'Pyramidion #329' });
  expect(screen.queryByRole('button', { name: /^Bet on Today's/ })).toBeNull();
  act(() => jest.advanceTimersByTime(20_000));
  await user.click(screen.getByRole('button', { name: "Bet on Today's, #330" }));
  expect(screen.getByRole('heading', { name: 'Pyramidion #330' })).toBeVisible();
});

test('after the bet of the day, a button opens free play, and another goes back', async () => {
  openDaily();
  await bet(20);
  await userEvent.click(screen.getByRole('button', { name: 'Start Another' }));
  expect(screen.getByRole('slider', { name: 'Who says yes' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^Bet on Today's/ }));
  expect(screen.getByText(/^You bet on level 20/)).toBeVisible();
});

test('a link to a collapse shows its end, the share of losers and the bet', async () => {
  open(LINK);
  const verdict = await screen.findByText(/^It ended on level 15: there was nobody left to ask/);
  expect(verdict).toHaveTextContent('It had recruited 8.2 billion people, and 81.4% of them stood');
  expect(screen.getByText(/^They bet on level 9: 6 levels too early/)).toBeVisible();
  expect(screen.getByText('Everyone alive').closest('div')).toHaveTextContent(
    'used up on level 15',
  );
  expect(screen.getByText(/nobody below them/).closest('div')).toHaveTextContent('80.0%');
  const table = screen.getByRole('table', { name: 'Recruits on each level', hidden: true });
  expect(within(table).getByText('7,629,394,530')).toBeInTheDocument();
});

test('free play uses the chosen terms, and its link contains them', async () => {
  open(LINK);
  const each = await screen.findByRole('slider', { name: 'Recruits each' });
  fireEvent.change(each, { target: { value: '2' } });
  fireEvent.change(screen.getByRole('slider', { name: 'You bet it ends on' }), {
    target: { value: '32' },
  });
  expect(screen.queryByText(/^It ended/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Start the Pyramid' }));
  expect(screen.getByText(/^It ended on level 32/)).toBeVisible();
  expect(screen.getByText(/^You bet on level 32, and won/)).toBeVisible();
  expect(await copied('Copy This Collapse')).toMatch(
    /^https:\/\/pyramidion\.example\/\?ref=Referrer&collapse=2-1-32-[0-9a-z]+$/,
  );
});

test('a connected visitor can continue their own pyramid', async () => {
  const answer = {
    levels: [
      { level: 1, recruits: 3 },
      { level: 2, recruits: 4 },
    ],
  };
  const asked = jest
    .spyOn(globalThis, 'fetch')
    .mockResolvedValue(new Response(JSON.stringify(answer)));
  open(LINK, 'Wa11et');
  await userEvent.click(await screen.findByRole('button', { name: 'Carry On with Mine' }));
  expect(asked.mock.calls[0]?.[0]).toBe('/api/pyramid?wallet=Wa11et&depth=50');
  const table = await screen.findByRole('table', { name: 'Recruits on each level', hidden: true });
  expect(within(table).getAllByRole('row', { hidden: true })[2]).toHaveTextContent('247');
  expect(await copied('Copy This Collapse')).toMatch(/\?ref=Wa11et&.*-3\.4$/);
});

test('terms changed while a pyramid loads are kept', async () => {
  const answers: ((answer: Response) => void)[] = [];
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => new Promise((resolve) => void answers.push(resolve)));
  const carryOn = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Carry On with Mine' }));
  const arrive = async () => {
    answers.pop()?.(new Response(JSON.stringify({ levels: [{ level: 1, recruits: 3 }] })));
    await new Promise((resolve) => setTimeout(resolve));
  };
  open(LINK, 'Wa11et');
  await carryOn();
  fireEvent.change(screen.getByRole('slider', { name: 'Recruits each' }), {
    target: { value: '2' },
  });
  await act(arrive);
  expect(screen.getByRole('slider', { name: 'Recruits each' })).toHaveValue('2');
});
