import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { ToastProvider } from '@/features/toast/use-toast';
import { ReferralStatsCard } from './referral-stats-card';

test('the referral stats card shows known stats, and dashes if the number of proven recruits is unknown', () => {
  const stats = {
    data: { directRecruits: 7, points: 6_100 },
    error: undefined,
    isLoading: false,
    isValidating: false,
    mutate: () => Promise.resolve(undefined),
  };
  render(
    <ToastProvider>
      <MemoryRouter>
        <ReferralStatsCard wallet="Bu1lder" stats={stats} />
      </MemoryRouter>
    </ToastProvider>,
  );
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '77 recruits, – proven',
    '6,100\u00a0',
    '–',
  ]);
});
