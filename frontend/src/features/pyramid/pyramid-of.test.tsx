import { expect, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { PyramidView } from './pyramid-of';

function open(recruits: number, shown = recruits): void {
  const nodes = Array.from({ length: shown }, (_, index) => ({
    wallet: `Recru1t${index}`,
    referrer: 'top',
    level: 1,
    status: 'proven' as const,
    recruits: 0,
  }));
  const level = { level: 1, recruits, proven: recruits, shown };
  const levels = recruits === 0 ? [] : [level];
  render(
    <MemoryRouter>
      <PyramidView pyramid={{ wallet: 'top', complete: true, levels, nodes }} />
    </MemoryRouter>,
  );
}

const picked = () => screen.getByRole('option', { selected: true }).getAttribute('aria-label');

test('a click on a stone picks it and names its referrer', async () => {
  open(3);
  expect(screen.queryByRole('option', { selected: true })).toBeNull();
  await userEvent.click(screen.getByRole('option', { name: 'Recr…u1t2' }));
  expect(picked()).toBe('Recr…u1t2');
  expect(screen.getByText(/, proven on level 1, brought by top/)).toBeVisible();
});

test('arrow keys walk from stone to stone', async () => {
  open(3);
  const drawing = screen.getByRole('listbox', { name: 'Stones' });
  act(() => drawing.focus());
  const stops: (string | null)[] = [];
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft']) {
    await userEvent.keyboard(`{${key}}`);
    stops.push(picked());
    expect(document.getElementById(drawing.getAttribute('aria-activedescendant') ?? '')).toBe(
      screen.getByRole('option', { selected: true }),
    );
  }
  const [first, second, third] = screen.getAllByRole('option').map(({ ariaLabel }) => ariaLabel);
  expect(stops).toEqual([first, second, third, third, second]);
});

test('a pyramid without recruits has no stones to pick', () => {
  open(0);
  expect(screen.getByRole('img', { name: /^The pyramid of/ })).toBeVisible();
  expect(screen.queryByRole('listbox')).toBeNull();
});

test.each([
  [4, '1 recruit is'],
  [5, '2 recruits are'],
])('a drawing of 3 of %i recruits says that %s not drawn', (recruits, left) => {
  open(recruits, 3);
  expect(screen.getByText(`The base breaks off: ${left} counted but not drawn.`)).toBeVisible();
});

test('the focus moves to the heading when the button for more rows disappears', async () => {
  open(45);
  await userEvent.click(screen.getByRole('button', { name: 'Show 20 More of 25' }));
  const last = screen.getByRole('button', { name: 'Show 5 More of 5' });
  expect(last).toHaveFocus();
  await userEvent.click(last);
  expect(screen.getByRole('heading', { name: 'Stone by Stone' })).toHaveFocus();
});
