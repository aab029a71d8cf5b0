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

test('has the tabs The Basics, Advanced Math and Elite Strategies, and a disclaimer', () => {
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'The Basics',
    'Advanced Math',
    'Elite Strategies',
  ]);
  expect(screen.getByRole('heading', { name: 'Disclaimer' })).toBeVisible();
});

test('a click or an arrow key selects a tab, but Alt with an arrow key does not', async () => {
  expect(selectedTab()).toBe('The Basics');
  await userEvent.click(screen.getByRole('tab', { name: 'Advanced Math' }));
  expect(selectedTab()).toBe('Advanced Math');
  await userEvent.keyboard('{ArrowRight}');
  expect(selectedTab()).toBe('Elite Strategies');
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}');
  expect(selectedTab()).toBe('Elite Strategies');
});

test('Advanced Math says on which level people run out, and links to the collapse', async () => {
  await userEvent.click(screen.getByRole('tab', { name: 'Advanced Math' }));
  expect(screen.getByText('Everyone alive').closest('div')).toHaveTextContent(
    'used up on level 15',
  );
  expect(screen.getByText(/nobody below them/).closest('div')).toHaveTextContent('80.0%');
  expect(screen.getByRole('link', { name: 'See One Run Out' })).toHaveAttribute(
    'href',
    '#collapse',
  );
});

test('Advanced Math names the source of every population', () => {
  for (const { source } of POPULATIONS) {
    expect(screen.getByText(new RegExp(source))).toBeInTheDocument();
  }
});
