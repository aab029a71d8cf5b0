import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PauseButton } from '@/components/pause-button';
import { FloatingEmojis } from './floating-emojis';

let background: Element;

beforeEach(() => {
  const { container } = render(
    <>
      <FloatingEmojis />
      <PauseButton what="motion" name="the emojis" />
    </>,
  );
  const found = container.querySelector('[data-slot="floating-emojis"]');
  if (!found) throw new Error('there are no floating emojis');
  background = found;
});

afterEach(() => localStorage.clear());

test('shows 8 to 12 emojis, hidden from screen readers', () => {
  expect(background.children.length).toBeGreaterThanOrEqual(8);
  expect(background.children.length).toBeLessThanOrEqual(12);
  expect(background).toHaveAttribute('aria-hidden', 'true');
});

test('the pause button stops the emojis, and the choice is remembered', async () => {
  expect(background).not.toHaveAttribute('data-still');
  await userEvent.click(screen.getByRole('button', { name: 'Pause the emojis' }));
  expect(background).toHaveAttribute('data-still');
  expect(localStorage.getItem('pyramidion.motion')).toBe('paused');

  await userEvent.click(screen.getByRole('button', { name: 'Resume the emojis' }));
  expect(background).not.toHaveAttribute('data-still');
  expect(localStorage.getItem('pyramidion.motion')).toBeNull();
});
