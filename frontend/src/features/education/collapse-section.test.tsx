import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CollapseSection } from './collapse-section';

/** Five recruits each, nobody says no, a bet on level 9. */
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
  history.replaceState(null, '', '/');
});

function open(address: string, wallet: string | null = null) {
  history.replaceState(null, '', address);
  return render(<CollapseSection wallet={wallet} />);
}

test('a link to a collapse shows it, and says who lost, against the bet', async () => {
  open(LINK);
  const verdict = await screen.findByText(/^It ended on level 15: there was nobody left to ask/);
  expect(verdict).toHaveTextContent('Of the 8.2 billion who had joined, 81.4% stood');
  expect(screen.getByText(/^You bet on level 9: 6 levels too early/)).toBeVisible();
  expect(screen.getByText('Everyone alive').closest('div')).toHaveTextContent(
    'used up on level 15',
  );
  expect(screen.getByText(/nobody below them/).closest('div')).toHaveTextContent('80.0%');
  const table = screen.getByRole('table', { name: 'Recruits on each level', hidden: true });
  expect(within(table).getByText('7,629,394,530')).toBeInTheDocument();
});

test('a pyramid is founded by the terms chosen, and the address then shows the same one', async () => {
  open(LINK);
  const each = await screen.findByRole('slider', { name: 'Recruits each' });
  fireEvent.change(each, { target: { value: '2' } });
  fireEvent.change(screen.getByRole('slider', { name: 'You bet it ends on' }), {
    target: { value: '32' },
  });
  expect(screen.queryByText(/^It ended/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Found the Pyramid' }));
  expect(screen.getByText(/^It ended on level 32/)).toBeVisible();
  expect(screen.getByText(/^You bet on level 32, and won/)).toBeVisible();
  expect(window.location.search).toMatch(/^\?collapse=2-1-32-[0-9a-z]+$/);
});

test('a connected visitor carries on with their own pyramid', async () => {
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
  expect(window.location.search).toMatch(/-3\.4$/);
});

test('terms that change while their pyramid is read stay, and so does the address of who has left', async () => {
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
  const { unmount } = open(LINK, 'Wa11et');
  await carryOn();
  fireEvent.change(screen.getByRole('slider', { name: 'Recruits each' }), {
    target: { value: '2' },
  });
  await act(arrive);
  expect(screen.getByRole('slider', { name: 'Recruits each' })).toHaveValue('2');

  await carryOn();
  unmount();
  history.replaceState(null, '', '/about');
  await arrive();
  expect(window.location.search).toBe('');
});
