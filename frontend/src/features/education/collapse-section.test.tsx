import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { dayAt, playCollapse, termsOfDay } from './collapse/collapse';
import { UNSET_SETTINGS } from '@backend/shared/public-settings';
import { SettingsContext } from '@/config/settings';
import { CollapseSection } from './collapse-section';
import { betLink } from './collapse/daily-bet';

const ORIGIN = 'https://pyramidion.example';

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
      <MemoryRouter>
        <CollapseSection wallet={wallet} findReferrer={() => 'Referrer'} />
      </MemoryRouter>
    </SettingsContext>,
  );
}

async function copied(name: string): Promise<string> {
  const user = userEvent.setup();
  const write = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(await screen.findByRole('button', { name }));
  return write.mock.calls.at(-1)?.[0] ?? '';
}

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
  fireEvent.change(await screen.findByRole('slider'), { target: { value: String(level) } });
  await userEvent.click(screen.getByRole('button'));
}

test('after a first bet, the page says that the streak is one day, and how far off the bet was', async () => {
  openDaily();
  await bet(answerOf(today()) - 1);
  expect(screen.getByText('Streak: 1 day. Best: 1 day.')).toBeVisible();
  expect(screen.getByRole('list', { name: 'How far off your bets were' })).toHaveTextContent(
    'off by 11 day',
  );
});

test('Copy Your Result copies the visitor’s referral link, with the bet in it', async () => {
  openDaily('/', 'Wa11et');
  await bet(answerOf(today()));
  const link = betLink({ day: today(), bet: answerOf(today()) }, ORIGIN, 'Wa11et');
  expect(await copied('Copy Your Result')).toContain(link);
});

test('a link to an earlier day shows the result of its bet, and offers today’s collapse', async () => {
  const day = today();
  openDaily(betLink({ day: day - 1, bet: answerOf(day - 1) }, '', null));
  expect(
    await screen.findByText(new RegExp(`^They bet on \\d+ in #${day - 1}: spot on`)),
  ).toBeVisible();
  expect(screen.getByRole('heading', { name: `Pyramidion #${day}` })).toBeVisible();
});

test('the bet in a link to a future day is not shown', async () => {
  openDaily(betLink({ day: today() + 5, bet: 9 }, '', null));
  await screen.findByRole('slider');
  expect(screen.queryByText(/^They bet/)).toBeNull();
});

describe('on a page that is open at midnight UTC', () => {
  async function openBeforeMidnight(address?: string) {
    jest.useFakeTimers({ now: Date.parse('2026-11-25T23:58:00Z'), advanceTimers: true });
    openDaily(address);
    await screen.findByRole('heading', { name: 'Pyramidion #329' });
  }

  const passMidnight = () => act(() => jest.advanceTimersByTime(130_000));

  async function openToday(): Promise<void> {
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    await user.click(screen.getByRole('button', { name: "Bet on Today's, #330" }));
    expect(screen.getByRole('heading', { name: 'Pyramidion #330' })).toBeVisible();
  }

  test('the collapse of the new day is offered', async () => {
    await openBeforeMidnight();
    expect(screen.queryByRole('button', { name: /^Bet on Today's/ })).toBeNull();
    passMidnight();
    await openToday();
  });

  test('a bet on the new day is shown only after the visitor’s own', async () => {
    await openBeforeMidnight(betLink({ day: 330, bet: 9 }, '', null));
    passMidnight();
    expect(screen.getByText(/^Whoever sent you here has placed a bet/)).toBeVisible();
    await openToday();
    expect(screen.queryByText(/^They bet/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Place Your Bet' }));
    expect(screen.getByText(/^They bet on 9: /)).toBeVisible();
  });

  test('the pyramid below an earlier bet is no longer called today’s', async () => {
    await openBeforeMidnight(betLink({ day: 328, bet: 9 }, '', null));
    expect(screen.getByText(/^They bet on 9 in #328: .*Here is today's\.$/)).toBeVisible();
    passMidnight();
    expect(screen.getByText(/^They bet on 9 in #328: .*That one is rubble\.$/)).toBeVisible();
    await openToday();
    expect(screen.getByText(/Here is today's\.$/)).toBeVisible();
  });
});

test('the result says on which level the collapse ended, and lists every level', async () => {
  const { levels, endsOn } = playCollapse(termsOfDay(today()));
  openDaily();
  await bet(20);
  expect(
    screen.getByText(new RegExp(`^It ended on level ${endsOn}: there was nobody left to ask`)),
  ).toBeVisible();
  expect(screen.getByText('Everyone alive').closest('div')).toHaveTextContent(
    /used up on level \d+/,
  );
  const table = screen.getByRole('table', { name: 'Recruits on each level', hidden: true });
  expect(within(table).getAllByRole('row', { hidden: true })).toHaveLength(1 + levels.length);
});
