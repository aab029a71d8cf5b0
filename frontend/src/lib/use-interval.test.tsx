import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useInterval } from './use-interval';

function setHidden(hidden: boolean): void {
  jest.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
  act(() => jest.advanceTimersByTime(0));
}

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('useInterval calls back only while the tab is visible', () => {
  const callback = jest.fn();
  renderHook(() => useInterval(callback, 1_000));
  act(() => jest.advanceTimersByTime(2_000));
  expect(callback).toHaveBeenCalledTimes(2);

  setHidden(true);
  act(() => jest.advanceTimersByTime(60_000));
  expect(callback).toHaveBeenCalledTimes(2);

  setHidden(false);
  act(() => jest.advanceTimersByTime(1_000));
  expect(callback).toHaveBeenCalledTimes(3);
});
