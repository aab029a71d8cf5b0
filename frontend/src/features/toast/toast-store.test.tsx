import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { dismissToast, showToast, TOAST_REMOVE_DELAY_MS, useShownToast } from './toast-store';

const first = { title: 'First', description: 'of all' };
const second = { title: 'Second', description: 'to none' };

function shownToast() {
  return renderHook(() => useShownToast()).result;
}

function dismiss(toast: ReturnType<typeof shownToast>): void {
  act(() => dismissToast(toast.current?.id ?? -1));
}

describe('toasts', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });

  afterEach(() => {
    act(() => jest.runAllTimers());
    jest.useRealTimers();
  });

  it('are shown one at a time: the next one waits until the first is dismissed', () => {
    const toast = shownToast();
    act(() => {
      showToast(first);
      showToast(second);
    });
    expect(toast.current).toMatchObject({ title: 'First', open: true });
    dismiss(toast);
    expect(toast.current).toMatchObject({ title: 'Second', open: true });
    dismiss(toast);
    expect(toast.current).toMatchObject({ title: 'Second', open: false });
  });

  it('are shown only once if they are added several times', () => {
    const toast = shownToast();
    act(() => [first, second, second, first, second, first].forEach(showToast));
    expect(toast.current).toMatchObject({ title: 'First', open: true });
    dismiss(toast);
    expect(toast.current).toMatchObject({ title: 'Second', open: true });
    dismiss(toast);
    expect(toast.current).toMatchObject({ open: false });
  });

  it('with the same text are one toast, with the link of the latest', () => {
    const toast = shownToast();
    const ways = ['/x', '/telegram'].map((href) => ({ ...second, link: { label: 'Open', href } }));
    act(() => [first, ...ways].forEach(showToast));
    dismiss(toast);
    expect(toast.current).toMatchObject({ title: 'Second', link: { href: '/telegram' } });
    dismiss(toast);
  });

  it('are removed 1,000,000 ms after they were dismissed', () => {
    const toast = shownToast();
    act(() => showToast(first));
    dismiss(toast);
    act(() => jest.advanceTimersByTime(TOAST_REMOVE_DELAY_MS - 1));
    expect(toast.current).toMatchObject({ open: false });
    act(() => jest.advanceTimersByTime(1));
    expect(toast.current).toBeNull();
  });

  it('are not removed by the timer of an earlier toast', () => {
    const toast = shownToast();
    act(() => showToast(first));
    dismiss(toast);
    act(() => showToast(second));
    act(() => jest.advanceTimersByTime(TOAST_REMOVE_DELAY_MS));
    expect(toast.current).toMatchObject({ title: 'Second', open: true });
    dismiss(toast);
  });
});
