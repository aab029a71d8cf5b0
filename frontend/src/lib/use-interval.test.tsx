import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useInterval, usePageVisible } from './use-interval';

function sayHidden(hidden: boolean): void {
  jest.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

/** Puts the tab in the background, or brings it back. */
function setHidden(hidden: boolean): void {
  sayHidden(hidden);
  act(() => jest.advanceTimersByTime(0));
}

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('calls back only while the tab is visible', () => {
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

it('usePageVisible causes no render when the page is hidden and shown again at once', () => {
  const rendered = jest.fn();
  renderHook(() => rendered(usePageVisible()));
  sayHidden(true);
  sayHidden(false);
  act(() => jest.runAllTimers());
  expect(rendered.mock.calls).toEqual([[true]]);
});
