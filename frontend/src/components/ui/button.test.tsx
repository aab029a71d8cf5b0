import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BusyButton, Button } from './button';

describe('a button', () => {
  it('does not submit a form by default', () => {
    render(<Button>Join</Button>);
    expect(screen.getByRole('button')).toHaveAttribute('type', 'button');
  });

  it('ignores clicks while busy, says why, and keeps the focus', async () => {
    const press = jest.fn();
    const draw = (busyWith: string | null) => (
      <BusyButton busyWith={busyWith} onClick={press}>
        Join
      </BusyButton>
    );
    const { rerender } = render(draw(null));
    const button = screen.getByRole('button', { name: 'Join' });
    await userEvent.click(button);
    rerender(draw('Counting the stones.'));
    await userEvent.click(button);
    expect(press).toHaveBeenCalledTimes(1);
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription('Counting the stones.');
    expect(button).toHaveFocus();
  });
});
