import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { StatusCard } from './status-card';

function renderCard(props: { failed: boolean }): void {
  render(
    <MemoryRouter>
      <StatusCard
        wallet="Bu1lder"
        shares={null}
        provenRecruits={null}
        trouble={null}
        onRetry={() => undefined}
        {...props}
      />
    </MemoryRouter>,
  );
}

test('after a failure, the status card shows the lowest level and says that the real level is not known', () => {
  renderCard({ failed: true });
  expect(screen.getAllByText('Bronze Dreamer')).toHaveLength(2);
  expect(screen.getByText('Next: Silver Schemer')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Progress to Silver Schemer' })).toHaveAttribute(
    'aria-valuenow',
    '60',
  );
  expect(screen.getByText(/your real level is not known/)).toBeVisible();
});

test('the status card shows neither the wallet’s level nor progress while the holdings load', () => {
  renderCard({ failed: false });
  expect(screen.getByText('Bronze Dreamer')).toBe(
    screen.getByRole('heading', { name: 'Bronze Dreamer' }),
  );
  expect(screen.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow');
});
