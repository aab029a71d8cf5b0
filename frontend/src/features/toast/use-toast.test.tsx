import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, renderHook, screen } from '@testing-library/react';
import { TOASTS } from './toasts';
import { ToastProvider, useToast } from './use-toast';

const DURATION_MS = 5_000;

const first = { title: 'First', description: 'of all' };
const second = { title: 'Second', description: 'to none' };

let toast: ReturnType<typeof useToast>;

function show(...toasts: Parameters<typeof toast.show>[0][]): void {
  act(() => toasts.forEach((each) => toast.show(each)));
}

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

function shown(): string[] {
  return screen
    .queryAllByRole('listitem')
    .map(({ firstElementChild }) => firstElementChild?.textContent ?? '');
}

function dismiss(): void {
  act(() => screen.getByRole('button', { name: 'Dismiss' }).click());
}

beforeEach(() => {
  jest.useFakeTimers();
  toast = renderHook(useToast, { wrapper: ToastProvider }).result.current;
});

afterEach(() => {
  Reflect.deleteProperty(document, 'hidden');
  cleanup();
  jest.useRealTimers();
});

it.each(Object.values(TOASTS))('docs/product.md has the toast $title', ({ title, description }) => {
  const items = readFileSync('docs/product.md', 'utf8').replace(/\s+/g, ' ').split(' - ');
  expect(items.find((item) => item.startsWith(`_${title}_`))).toContain(`: ${description}`);
});

describe('toasts', () => {
  it('are shown one at a time: the next one waits until the first is dismissed', () => {
    show(first, second);
    expect(shown()).toEqual(['First']);
    dismiss();
    expect(shown()).toEqual(['Second']);
    dismiss();
    expect(shown()).toEqual([]);
  });

  it('are shown only once if they are added again while they are shown or wait', () => {
    show(first, second, second, first, second, first);
    expect(shown()).toEqual(['First']);
    dismiss();
    expect(shown()).toEqual(['Second']);
    dismiss();
    expect(shown()).toEqual([]);
  });

  it('with the same text are shown as one, with the link of the last one added', () => {
    const ways = ['/x', '/telegram'].map((href) => ({ ...second, link: { label: 'Open', href } }));
    show(first, ...ways);
    dismiss();
    expect(screen.getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/telegram');
    dismiss();
    expect(shown()).toEqual([]);
  });

  it('can be retracted while they are shown and while they wait', () => {
    show(first, second);
    act(() => toast.retract(first));
    expect(shown()).toEqual(['Second']);
    show(first);
    act(() => toast.retract(first));
    dismiss();
    expect(shown()).toEqual([]);
  });
});

describe('a toast', () => {
  it('is shown for 5 s', () => {
    show(first);
    pass(DURATION_MS - 100);
    expect(shown()).toEqual(['First']);
    pass(200);
    expect(shown()).toEqual([]);
  });

  it('is shown for another 5 s if it is added again', () => {
    show(first);
    pass(DURATION_MS - 100);
    show(first);
    pass(DURATION_MS - 100);
    expect(shown()).toEqual(['First']);
    pass(200);
    expect(shown()).toEqual([]);
  });

  it('is shown for 5 s after the visitor returns to the tab', () => {
    show(first);
    pass(1_000);
    setHidden(true);
    pass(60_000);
    setHidden(false);
    pass(DURATION_MS - 100);
    expect(shown()).toEqual(['First']);
    pass(200);
    expect(shown()).toEqual([]);
  });
});
