import { beforeEach, expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { POPULATIONS } from './collapse/closed-form';
import { EducationSection } from './education-section';

beforeEach(() => {
  render(<EducationSection />);
});

function selectedTab(): string | null {
  return screen.getByRole('tab', { selected: true }).textContent;
}

test('ArrowRight selects another tab, but Alt+ArrowRight, a shortcut of browsers, does not', async () => {
  const first = selectedTab();
  await userEvent.click(screen.getByRole('tab', { selected: true }));
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  expect(selectedTab()).toBe(first);
  await userEvent.keyboard('{ArrowRight}');
  expect(selectedTab()).not.toBe(first);
});

test('the lessons name the source of every population', () => {
  for (const { source } of POPULATIONS) {
    expect(screen.getByText(new RegExp(source))).toBeInTheDocument();
  }
});
