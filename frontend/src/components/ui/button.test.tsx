import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { BusyButton, Button } from './button';

const VARIANTS = ['default', 'destructive', 'outline', 'secondary', 'ghost', 'link'] as const;
const SIZES = ['default', 'sm', 'lg', 'icon'] as const;

function looks(button: ReactElement): string {
  const { unmount } = render(button);
  const { className } = screen.getByRole('button', { name: 'Join' });
  unmount();
  return className;
}

describe('a button', () => {
  it('looks different in each of the 6 variants, and uses "default" if none is given', () => {
    const seen = VARIANTS.map((variant) => looks(<Button variant={variant}>Join</Button>));
    expect(new Set(seen).size).toBe(6);
    expect(looks(<Button>Join</Button>)).toBe(looks(<Button variant="default">Join</Button>));
  });

  it('looks different in each of the 4 sizes, and uses "default" if none is given', () => {
    const seen = SIZES.map((size) => looks(<Button size={size}>Join</Button>));
    expect(new Set(seen).size).toBe(4);
    expect(looks(<Button>Join</Button>)).toBe(looks(<Button size="default">Join</Button>));
  });

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

  it('with asChild, makes a link look like a button', () => {
    render(
      <Button asChild>
        <a href="/about">Join</a>
      </Button>,
    );
    expect(screen.getByRole('link', { name: 'Join' }).className).toBe(looks(<Button>Join</Button>));
  });
});
