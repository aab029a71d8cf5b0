import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { Promotion } from './status-card';

const SILVER = { shares: 1_001, provenRecruits: 3 };
const GOLD = { shares: 10_001, provenRecruits: 6 };

function isCelebrated(wallet: string, holdings: typeof SILVER): boolean {
  render(<Promotion wallet={wallet} {...holdings} />);
  const celebrated = screen.queryByText('Promoted. The salary is unchanged.') !== null;
  cleanup();
  return celebrated;
}

describe('a promotion', () => {
  afterEach(() => localStorage.clear());

  it('is celebrated once', () => {
    expect(isCelebrated('a', SILVER)).toBe(true);
    expect(isCelebrated('a', SILVER)).toBe(false);
    expect(isCelebrated('a', GOLD)).toBe(true);
  });

  it('is celebrated for each wallet', () => {
    expect(isCelebrated('a', SILVER)).toBe(true);
    expect(isCelebrated('b', SILVER)).toBe(true);
  });

  it('is none where one starts', () => {
    expect(isCelebrated('a', { shares: 0, provenRecruits: 0 })).toBe(false);
  });

  it('is none on the way down, also to a level that was passed over', () => {
    expect(isCelebrated('a', GOLD)).toBe(true);
    expect(isCelebrated('a', SILVER)).toBe(false);
  });

  it('stays while the visitor looks at it, and comes as soon as it happens', () => {
    const { rerender } = render(<Promotion wallet="a" shares={0} provenRecruits={0} />);
    expect(screen.queryByRole('status')).toBeNull();
    rerender(<Promotion wallet="a" {...SILVER} />);
    expect(screen.getByRole('status')).toBeVisible();
    rerender(<Promotion wallet="a" {...SILVER} />);
    expect(screen.getByRole('status')).toBeVisible();
  });
});
