import { webcrypto } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SWRConfig } from 'swr';
import type { DownloadLine } from '@backend/proofs/proofs.schema';
import { SettingsContext } from '@/config/settings';
import { ProofBrowser } from './proof-browser';
import { createWallet, linesOf, ORIGIN, proofBy, withheldBy } from '../../../test/proofs';

const settings = { publicOrigin: ORIGIN, tokenMint: null, tokenChartUrl: 'https://pump.fun' };

const proofs = Array.from({ length: 12 }, (_, index) =>
  proofBy(createWallet(), { number: index + 1 }),
);

beforeAll(() => {
  Object.defineProperty(crypto, 'subtle', { configurable: true, value: webcrypto.subtle });
});

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  jest.restoreAllMocks();
});

/** Serves these proofs and supports `?after=` like the real server. */
function serverHas(stored: readonly DownloadLine[]) {
  return jest.spyOn(globalThis, 'fetch').mockImplementation((address) => {
    const after = typeof address === 'string' ? Number(address.split('after=')[1] ?? 0) : 0;
    return Promise.resolve(new Response(linesOf(stored.filter(({ number }) => number > after))));
  });
}

async function openFirstTen(): Promise<void> {
  render(
    <SettingsContext value={settings}>
      <SWRConfig value={{ provider: () => new Map() }}>
        <ProofBrowser />
      </SWRConfig>
    </SettingsContext>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Show the First Ten' }));
}

async function verifyFirst(): Promise<HTMLElement> {
  const [row] = await screen.findAllByRole('listitem');
  if (!row) throw new Error('there is no proof');
  await userEvent.click(within(row).getByRole('button', { name: /^Verify in This Browser/ }));
  return row;
}

describe('Every Proof', () => {
  test('shows the proofs ten at a time, oldest first, there and back', async () => {
    serverHas(proofs);
    await openFirstTen();
    expect(await screen.findAllByRole('button', { name: /^Verify/ })).toHaveLength(10);

    await userEvent.click(screen.getByRole('button', { name: 'Next Ten' }));
    expect(await screen.findByText(/no\. 11/)).toBeVisible();
    expect(screen.getAllByRole('button', { name: /^Verify/ })).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Next Ten' })).toBeDisabled();

    await userEvent.click(screen.getByRole('button', { name: 'Previous Ten' }));
    expect(await screen.findByText(/no\. 10/)).toBeVisible();
  });

  test('shows for a withheld proof the operator’s reason and its date', async () => {
    serverHas([withheldBy(createWallet(), 1), ...proofs.slice(1)]);
    await openFirstTen();
    const [row] = await screen.findAllByRole('listitem');
    expect(row).toHaveTextContent(
      'no. 1, withheld: it is revoked since 2026-11-22. “the same person twice”',
    );
    expect(screen.getAllByRole('button', { name: /^Verify/ })).toHaveLength(9);
  });

  test('verifies a proof and says what was checked, line by line', async () => {
    serverHas(proofs);
    await openFirstTen();
    const row = await verifyFirst();
    expect(await within(row).findByText(/^This proof holds/)).toBeVisible();
    expect(within(row).getAllByText('Holds')).toHaveLength(6);
    expect(within(row).getByText(/wants you to sign in with your Solana account/)).toBeVisible();
  });

  test('says which line fails for a proof that does not hold', async () => {
    serverHas(proofs.map((proof) => ({ ...proof, signature: 'AAAA' })));
    await openFirstTen();
    const row = await verifyFirst();
    expect(await within(row).findByText(/^This proof fails/)).toBeVisible();
    expect(within(row).getByText('Fails')).toBeVisible();
    expect(within(row).getAllByText('Holds')).toHaveLength(5);
  });

  test('says when there is no proof yet', async () => {
    serverHas([]);
    await openFirstTen();
    expect(await screen.findByText(/^There is no proof yet/)).toBeVisible();
  });

  test('says that the proofs did not load, and retries on request', async () => {
    serverHas(proofs).mockRejectedValueOnce(new TypeError('network error'));
    await openFirstTen();
    expect(await screen.findByRole('alert')).toHaveTextContent('These proofs did not load.');
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText(/no\. 10/)).toBeVisible();
  });

  test('reports an incomplete download as failed', async () => {
    const [cutOff = ''] = linesOf(proofs).split(/(?<=\n)(?=\{"number":4)/);
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(cutOff));
    await openFirstTen();
    expect(await screen.findByRole('alert')).toHaveTextContent('These proofs did not load.');
  });
});
