import { webcrypto } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SWRConfig } from 'swr';
import type { LogEntry } from '@backend/transparency-log/log-entry.schema';
import { SettingsContext, UNSET_SETTINGS } from '@/config/settings';
import { swrConfig } from '@/config/swr';
import { ProofBrowser } from './proof-browser';
import {
  actionOn,
  createWallet,
  downloadOf,
  ORIGIN,
  proofBy,
  REFERRER,
} from '../../../test/proofs';

const settings = { ...UNSET_SETTINGS, publicOrigin: ORIGIN };

const proofs = Array.from({ length: 12 }, () => proofBy(createWallet()));

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
function serverHas(stored: readonly LogEntry[]) {
  return jest.spyOn(globalThis, 'fetch').mockImplementation((address) => {
    const after = typeof address === 'string' ? Number(address.split('after=')[1] ?? 0) : 0;
    return Promise.resolve(new Response(downloadOf(stored, after)));
  });
}

async function openFirstTen(): Promise<void> {
  render(
    <SettingsContext value={settings}>
      <SWRConfig value={{ ...swrConfig, provider: () => new Map() }}>
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
  test('shows the proofs ten at a time, oldest first, and pages forward and back', async () => {
    serverHas(proofs);
    await openFirstTen();
    expect(await screen.findAllByRole('button', { name: /^Verify/ })).toHaveLength(10);

    await userEvent.click(screen.getByRole('button', { name: 'Next Ten' }));
    expect(await screen.findByText(/entry 11/)).toBeVisible();
    expect(screen.getAllByRole('button', { name: /^Verify/ })).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Next Ten' })).toBeDisabled();

    await userEvent.click(screen.getByRole('button', { name: 'Previous Ten' }));
    expect(await screen.findByText(/entry 9/)).toBeVisible();
  });

  test.each([
    [actionOn(REFERRER, 'ban'), '7xKX…gAsU banned2026-11-22, entry 0. “the same person twice”'],
    [actionOn(REFERRER, 'unrevoke'), '7xKX…gAsU no longer revoked2026-11-22, entry 0.'],
    [
      {
        action: 'new-log',
        formerCheckpoint: 'site/log\n7\n',
        why: 'a backup',
        at: '2026-11-22T08:00:00.000Z',
      },
      'A new log, which does not continue the one before2026-11-22, entry 0. “a backup”site/log 7',
    ],
  ] as const)('shows what the operator did and why: %o', async (entry, shown) => {
    serverHas([entry, ...proofs.slice(1)]);
    await openFirstTen();
    const [row] = await screen.findAllByRole('listitem');
    expect(row).toHaveTextContent(shown);
    expect(screen.getAllByRole('button', { name: /^Verify/ })).toHaveLength(9);
  });

  test('shows an entry of an unknown kind as unknown', async () => {
    jest
      .spyOn(globalThis, 'fetch')
      .mockResolvedValue(new Response(downloadOf(['{"action":"pardon"}', ...proofs])));
    await openFirstTen();
    const [row] = await screen.findAllByRole('listitem');
    expect(row).toHaveTextContent('Something that this page does not know');
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

  test('says that a proof with a wrong signature fails, and that the other five lines hold', async () => {
    serverHas(proofs.map((proof) => ({ ...proof, signature: 'AAAA' })));
    await openFirstTen();
    const row = await verifyFirst();
    expect(await within(row).findByText(/^This proof fails/)).toBeVisible();
    expect(within(row).getByText('Fails')).toBeVisible();
    expect(within(row).getAllByText('Holds')).toHaveLength(5);
  });

  test('says that there is no proof yet', async () => {
    serverHas([]);
    await openFirstTen();
    expect(await screen.findByText(/^There is no proof yet/)).toBeVisible();
  });

  test('says that the proofs did not load, and retries on request', async () => {
    serverHas(proofs).mockRejectedValueOnce(new TypeError('network error'));
    await openFirstTen();
    expect(await screen.findByRole('alert')).toHaveTextContent('These proofs did not load.');
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText(/entry 9/)).toBeVisible();
  });

  test('reports an incomplete download as failed', async () => {
    jest
      .spyOn(globalThis, 'fetch')
      .mockResolvedValue(new Response(downloadOf(proofs.slice(0, 4)).slice(0, -20)));
    await openFirstTen();
    expect(await screen.findByRole('alert')).toHaveTextContent('These proofs did not load.');
  });
});
