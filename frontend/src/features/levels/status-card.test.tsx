import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { StatusCard } from './status-card';

function renderCard(props: { holdings: null; failed: boolean }): void {
  render(<StatusCard shares={null} trouble={null} onRetry={() => undefined} {...props} />);
}

test('a level that could not be read shows the fixed card, and that the real one is not known', () => {
  renderCard({ holdings: null, failed: true });
  expect(screen.getByText('Bronze Dreamer')).toBeVisible();
  expect(screen.getByText('Next: Silver Schemer')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Progress to Silver Schemer' })).toHaveAttribute(
    'aria-valuenow',
    '60',
  );
  expect(screen.getByText(/your real level is not known/)).toBeVisible();
});

test('a level that is still loading shows none', () => {
  renderCard({ holdings: null, failed: false });
  expect(screen.queryByText('Bronze Dreamer')).not.toBeInTheDocument();
  expect(screen.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow');
});
