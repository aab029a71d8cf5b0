import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { RugMeterCard, verdict } from './rug-meter-card';

beforeEach(() => {
  jest.useFakeTimers();
  render(<RugMeterCard />);
});

afterEach(() => {
  jest.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
});

function reading(): string {
  return screen.getByRole('meter').textContent;
}

function passSeconds(seconds: number): void {
  act(() => jest.advanceTimersByTime(seconds * 1_000));
}

function readAgain(): void {
  act(() => jest.runOnlyPendingTimers());
}

test('the Rug Probability Meter changes every 5 seconds', () => {
  const first = reading();
  passSeconds(4.9);
  expect(reading()).toBe(first);
  passSeconds(0.1);
  const second = reading();
  expect(second).not.toBe(first);
  expect(second).toMatch(/^\d{1,3}%$/);
  passSeconds(5);
  expect(reading()).not.toBe(second);
});

test('a visitor can pause and resume the Rug Probability Meter', () => {
  const first = reading();
  fireEvent.click(screen.getByRole('button'));
  passSeconds(60);
  expect(reading()).toBe(first);
  fireEvent.click(screen.getByRole('button'));
  readAgain();
  expect(reading()).not.toBe(first);
});

test('pausing the emojis does not pause the Rug Probability Meter', () => {
  cleanup();
  localStorage.setItem('pyramidion.motion', 'paused');
  render(<RugMeterCard />);
  const first = reading();
  readAgain();
  expect(reading()).not.toBe(first);
});

test('the pause of the Rug Probability Meter outlives the card, but is not in localStorage', () => {
  fireEvent.click(screen.getByRole('button'));
  cleanup();
  render(<RugMeterCard />);
  const first = reading();
  passSeconds(60);
  expect(reading()).toBe(first);
  expect(localStorage).toHaveLength(0);
});

test('the Rug Probability Meter continues after a translation tool has wrapped its number', () => {
  const meter = screen.getByRole('meter');
  const wrapper = document.createElement('span');
  wrapper.append(...meter.childNodes);
  meter.append(wrapper);
  const first = reading();
  readAgain();
  expect(reading()).not.toBe(first);
});

test('the verdict of the Rug Probability Meter changes at 10% and at 90%', () => {
  expect(verdict(0)).toBe('Suspiciously safe. We are looking into it.');
  expect(verdict(9)).toBe(verdict(0));
  expect(verdict(10)).not.toBe(verdict(9));
  expect(verdict(89)).not.toBe(verdict(90));
  expect(verdict(100)).toBe('Please lift your feet.');
});
