import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { useOnScreen } from './use-on-screen';

type Report = (entries: readonly { readonly isIntersecting: boolean }[]) => void;

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(window, 'IntersectionObserver');
});

function Seen() {
  const { ref, onScreen } = useOnScreen<HTMLParagraphElement>(false);
  return <p ref={ref}>{onScreen ? 'seen' : 'unseen'}</p>;
}

it.each([
  ['unseen', 'appears and disappears', [true, false]],
  ['seen', 'disappears and appears', [false, true]],
])('an element is %s if it %s before the browser reports', (expected, _what, visits) => {
  let report: Report = () => undefined;
  class Observer {
    observe = () => undefined;
    disconnect = () => undefined;
    constructor(callback: Report) {
      report = callback;
    }
  }
  Object.assign(window, { IntersectionObserver: Observer });
  render(<Seen />);
  act(() => report(visits.map((isIntersecting) => ({ isIntersecting }))));
  expect(screen.queryByText(expected)).not.toBeNull();
});
