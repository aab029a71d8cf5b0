import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { showToast } from './toast-store';
import { Toaster } from './toaster';

const DURATION_MS = 5_000;

function setHidden(hidden: boolean): void {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
  pass(0);
}

function pass(milliseconds: number): void {
  act(() => jest.advanceTimersByTime(milliseconds));
}

describe('a toast', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    render(<Toaster />);
    act(() => showToast({ title: 'Referral Bonus!', description: 'Extra points awarded.' }));
  });

  afterEach(() => {
    Reflect.deleteProperty(document, 'hidden');
    pass(DURATION_MS);
    jest.useRealTimers();
  });

  it('is shown for 5 s', () => {
    pass(DURATION_MS - 100);
    expect(screen.getByText('Referral Bonus!')).toBeVisible();
    pass(200);
    expect(screen.queryByText('Referral Bonus!')).toBeNull();
  });

  it('is shown for 5 s after the visitor returns to the tab', () => {
    pass(1_000);
    setHidden(true);
    pass(60_000);
    setHidden(false);
    pass(DURATION_MS - 100);
    expect(screen.getByText('Referral Bonus!')).toBeVisible();
    pass(200);
    expect(screen.queryByText('Referral Bonus!')).toBeNull();
  });
});
