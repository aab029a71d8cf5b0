import { expect, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { PyramidView } from './pyramid-of';

function open(recruits: number): void {
  const nodes = Array.from({ length: recruits }, (_, index) => ({
    wallet: `Recru1t${index}`,
    referrer: 'top',
    level: 1,
    status: 'proven' as const,
    recruits: 0,
  }));
  const levels = [{ level: 1, recruits, proven: recruits, shown: recruits }];
  render(
    <MemoryRouter>
      <PyramidView pyramid={{ wallet: 'top', complete: true, levels, nodes }} />
    </MemoryRouter>,
  );
}

test('a key pans the drawing, and with Alt still goes back in the browser’s history', () => {
  open(1);
  const drawing = screen.getByRole('application');
  const isLeftToTheBrowser = (held: object) =>
    fireEvent.keyDown(drawing, { key: 'ArrowLeft', ...held });
  expect(isLeftToTheBrowser({})).toBe(false);
  expect(isLeftToTheBrowser({ shiftKey: true })).toBe(false);
  for (const held of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }]) {
    expect(isLeftToTheBrowser(held)).toBe(true);
  }
});

test('the button for more rows leaves the focus in its part of the page when there are none', async () => {
  open(45);
  await userEvent.click(screen.getByRole('button', { name: 'Show 20 More of 25' }));
  const last = screen.getByRole('button', { name: 'Show 5 More of 5' });
  expect(last).toHaveFocus();
  await userEvent.click(last);
  expect(screen.getByRole('heading', { name: 'Stone by Stone' })).toHaveFocus();
});
