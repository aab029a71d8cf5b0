import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
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

test('the drawing can be zoomed from 1 to 16 times', async () => {
  open(1);
  const drawing = screen.getByRole('img', { name: /^The pyramid of/ });
  const larger = screen.getByRole('button', { name: 'Larger' });
  for (let step = 0; step < 6; step += 1) await userEvent.click(larger);
  expect(drawing.style.width).toBe('1600%');
  expect(larger).toHaveAttribute('aria-disabled', 'true');
  const smaller = screen.getByRole('button', { name: 'Smaller' });
  for (let step = 0; step < 6; step += 1) await userEvent.click(smaller);
  expect(drawing.style.width).toBe('100%');
});

test('the focus stays in the section when the button for more rows disappears', async () => {
  open(45);
  await userEvent.click(screen.getByRole('button', { name: 'Show 20 More of 25' }));
  const last = screen.getByRole('button', { name: 'Show 5 More of 5' });
  expect(last).toHaveFocus();
  await userEvent.click(last);
  expect(screen.getByRole('heading', { name: 'Stone by Stone' })).toHaveFocus();
});
