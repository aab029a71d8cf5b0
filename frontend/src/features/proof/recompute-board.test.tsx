import { webcrypto } from 'node:crypto';
import type { LeaderboardEntry } from '@backend/leaderboard/leaderboard.schema';
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SWRConfig } from 'swr';
import { SettingsContext, UNSET_SETTINGS } from '@/config/settings';
import { swrConfig } from '@/config/swr';
import { RecomputeBoard } from './recompute-board';
import {
  actionOn,
  createWallet,
  downloadOf,
  ORIGIN,
  proofBy,
  REFERRER,
} from '../../../test/proofs';

const settings = { ...UNSET_SETTINGS, publicOrigin: ORIGIN };

const revoked = createWallet();
const proofs = Array.from({ length: 2 }, () => proofBy(createWallet()));

beforeAll(() => {
  Object.defineProperty(crypto, 'subtle', { configurable: true, value: webcrypto.subtle });
});

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  jest.restoreAllMocks();
});

function boardSaying(provenRecruits: number): Response {
  const entry: LeaderboardEntry = {
    rank: 1,
    wallet: REFERRER,
    recruits: 9,
    provenRecruits,
    points: 1_000 * provenRecruits,
    pendingPoints: 0,
  };
  return Response.json({ entries: [entry], total: 1, next: null });
}

/** Answers every request for the board, and successive requests for proofs with the given responses. */
function serverHas(provenRecruits: number, proofAnswers: readonly Response[]): void {
  const left = [...proofAnswers];
  jest.spyOn(globalThis, 'fetch').mockImplementation((address) => {
    const isBoard = address === '/api/leaderboard';
    const answer = isBoard ? boardSaying(provenRecruits) : left.shift();
    return answer ? Promise.resolve(answer) : Promise.reject(new Error('asked too often'));
  });
}

async function recompute(): Promise<void> {
  render(
    <SettingsContext value={settings}>
      <SWRConfig value={{ ...swrConfig, provider: () => new Map() }}>
        <RecomputeBoard />
      </SWRConfig>
    </SettingsContext>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Recompute the Board' }));
}

describe('The Board, Recomputed', () => {
  test('fetches nothing until the visitor starts it', () => {
    const fetched = jest.spyOn(globalThis, 'fetch');
    render(<RecomputeBoard />);
    expect(fetched).not.toHaveBeenCalled();
  });

  test('compares the board with the count from the proofs, and says that they agree', async () => {
    serverHas(2, [new Response(downloadOf(proofs))]);
    await recompute();
    expect(await screen.findByText(/Every row agrees/)).toBeVisible();
    expect(screen.getByRole('row', { name: /7xKX…gAsU/ })).toHaveTextContent('222,000agrees');
    expect(screen.getByText('2 proofs read')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Recompute Again' })).toBeEnabled();
  });

  test('marks a row of the board that differs from the count', async () => {
    serverHas(3, [new Response(downloadOf(proofs))]);
    await recompute();
    expect(await screen.findByText(/^1 of 1 rows differs/)).toBeVisible();
    expect(screen.getByRole('row', { name: /7xKX…gAsU/ })).toHaveTextContent('differs');
  });

  test('says how many proofs are withheld', async () => {
    const entries = [...proofs, proofBy(revoked), actionOn(revoked.address, 'revoke')];
    serverHas(2, [new Response(downloadOf(entries))]);
    await recompute();
    expect(await screen.findByText(/Every row agrees/)).toBeVisible();
    expect(screen.getByText(/^1 proof counts for nothing/)).toBeVisible();
  });

  test('reports proofs that do not count, and entries of an unknown kind', async () => {
    serverHas(2, [new Response(downloadOf([...proofs, ...proofs, '{"action":"pardon"}']))]);
    await recompute();
    expect(await screen.findByText(/^2 proofs did not hold or repeated a recruit/)).toBeVisible();
    expect(screen.getByText(/^Entries of a kind that this page does not know: 1\./)).toBeVisible();
  });

  test('says that the proofs broke off if the server answers 500, and retries on request', async () => {
    serverHas(2, [new Response('', { status: 500 }), new Response(downloadOf(proofs))]);
    await recompute();
    expect(await screen.findByText(/The proofs broke off/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText(/Every row agrees/)).toBeVisible();
  });
});
