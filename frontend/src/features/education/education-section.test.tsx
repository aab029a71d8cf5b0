import { beforeEach, expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { EducationSection } from './education-section';

beforeEach(() => {
  render(<EducationSection />);
});

function selectedTab(): string | null {
  return screen.getByRole('tab', { selected: true }).textContent;
}

test('has the tabs The Basics, Advanced Math and Elite Strategies, and a disclaimer', () => {
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'The Basics',
    'Advanced Math',
    'Elite Strategies',
  ]);
  expect(screen.getByRole('heading', { name: 'Disclaimer' })).toBeVisible();
});

test('a tab is chosen by click and by arrow key', async () => {
  expect(selectedTab()).toBe('The Basics');
  await userEvent.click(screen.getByRole('tab', { name: 'Advanced Math' }));
  expect(selectedTab()).toBe('Advanced Math');
  await userEvent.keyboard('{ArrowRight}');
  expect(selectedTab()).toBe('Elite Strategies');
});

test('Advanced Math is right: five recruits each need 30,517,578,125 people at level 15', () => {
  expect(screen.getByText('30,517,578,125')).toBeInTheDocument();
});
