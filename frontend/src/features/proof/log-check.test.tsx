import { webcrypto } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { LogEntry } from '@backend/transparency-log/log-entry.schema';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SettingsContext, UNSET_SETTINGS } from '@/config/settings';
import { rememberReceipt } from '@/features/referral/receipts';
import { LogCheck } from './log-check';
import {
  actionOn,
  createWallet,
  downloadOf,
  ORIGIN,
  proofBy,
  REFERRER,
} from '../../../test/proofs';
import {
  answerOf,
  checkpointOf,
  createSigner,
  type LogSigner,
} from '../../../test/transparency-log';

const settings = { ...UNSET_SETTINGS, publicOrigin: ORIGIN };

const signer = createSigner();
const wallet = createWallet();
const proof = proofBy(wallet);
const first = proofBy(createWallet());
const ban = actionOn(REFERRER, 'ban');
const unban = actionOn(REFERRER, 'unban');
const entries: readonly LogEntry[] = [first, ban, proof, unban];

const receipt = { wallet: wallet.address, logIndex: 2, signature: proof.signature };

const SIGNED = /^The log has \d+ entries, and its key signed for them/;
const FIRST = /^This is the first checkpoint that this browser remembers/;

beforeEach(() => {
  Object.defineProperty(crypto, 'subtle', { configurable: true, value: webcrypto.subtle });
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  jest.restoreAllMocks();
  cleanup();
  localStorage.clear();
});

/** Serves a log with these entries. `instead` may return another answer for a URL. */
function serverHas(
  stored: readonly LogEntry[],
  by: LogSigner = signer,
  instead: (address: string) => Response | undefined = () => undefined,
) {
  return jest.spyOn(globalThis, 'fetch').mockImplementation((address) => {
    if (typeof address !== 'string') throw new TypeError('the page fetches addresses as text');
    return Promise.resolve(instead(address) ?? answerOf(address, by, stored));
  });
}

/** Serves the log, but answers with `body` to requests for this path. */
function serverSays(path: string, body: string | Uint8Array<ArrayBuffer>, status = 200) {
  return serverHas(entries, signer, (address) =>
    address.startsWith(path) ? new Response(body, { status }) : undefined,
  );
}

/** Opens the page anew and checks the log. Returns the result of each line with its sentence. */
async function check(): Promise<string[]> {
  cleanup();
  render(
    <SettingsContext value={settings}>
      <LogCheck />
    </SettingsContext>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Check the Log' }));
  return (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
}

/** Checks a log that does not load, and returns what the page says. */
async function checkInVain(): Promise<string> {
  cleanup();
  render(<LogCheck />);
  await userEvent.click(screen.getByRole('button', { name: 'Check the Log' }));
  return (await screen.findByRole('alert')).textContent;
}

const remembered = () => localStorage.getItem('pyramidion.log');

describe('The Past, Unedited', () => {
  test('fetches nothing until the visitor starts it', () => {
    const fetched = serverHas(entries);
    render(<LogCheck />);
    expect(fetched).not.toHaveBeenCalled();
  });

  test('says on the first visit that there is nothing to compare, and shows the key', async () => {
    serverHas(entries);
    expect(await check()).toEqual([
      'HoldsThe log has 4 entries, and its key signed for them.',
      expect.stringMatching(/^Not checkedThis is the first checkpoint/),
      expect.stringMatching(/^Not checkedThis browser has no receipt/),
    ]);
    expect(screen.getByText(signer.vkey)).toBeVisible();
  });

  test('says that no entry changed in a log that has grown, and fetches each tile once', async () => {
    serverHas(entries);
    await check();
    const more = Array.from({ length: 300 }, () => ban);
    const tiles: string[] = [];
    serverHas([...entries, ...more], signer, (address) => {
      if (address.startsWith('/log/tile/')) tiles.push(address);
      return undefined;
    });
    expect((await check())[1]).toBe(
      'HoldsNothing changed in the 4 entries that this browser remembers.',
    );
    expect(tiles.length).toBeGreaterThan(1);
    expect(new Set(tiles).size).toBe(tiles.length);
    expect((await check())[1]).toMatch(/^HoldsNothing changed in the 304 entries/);
  });

  test.each([
    ['changed', [first, unban, proof, unban]],
    ['left out', [first, proof, unban, ban, ban]],
    ['moved', [first, proof, ban, unban]],
  ])('says that somebody rewrote the past if an entry was %s', async (_how, rewritten) => {
    serverHas(entries);
    await check();
    const before = remembered();
    serverHas(rewritten);
    expect((await check())[1]).toBe(
      'FailsSomebody rewrote the past. It was not a market correction.',
    );
    expect(screen.getByText(/— pyramidion\.example\/log/)).toHaveTextContent(
      checkpointOf(signer, rewritten).replaceAll(/\s+/g, ' ').trim(),
    );
    expect(remembered()).toBe(before);
  });

  test('says that the log is shorter than at the last check', async () => {
    serverHas(entries);
    await check();
    serverHas(entries.slice(0, 3));
    expect((await check())[1]).toMatch(/^FailsThe log is shorter than this browser remembers/);
  });

  test('says that the entries do not add up if the tiles do not match the checkpoint', async () => {
    serverSays('/log/tile/', new Uint8Array(4 * 32));
    expect((await check())[1]).toMatch(/^FailsIts entries do not add up/);
    expect(remembered()).toBeNull();
  });

  test('says that the key did not sign if another key did, or if the checkpoint was changed', async () => {
    serverSays('/log/checkpoint', checkpointOf(createSigner(), entries));
    expect(await check()).toEqual([expect.stringMatching(/^FailsThe log’s key did not sign/)]);
    const signed = checkpointOf(signer, entries);
    serverSays('/log/checkpoint', signed.replace('\n4\n', '\n5\n'));
    expect(await check()).toEqual([expect.stringMatching(/^FailsThe log’s key did not sign/)]);
    expect(remembered()).toBeNull();
  });

  test('accepts a checkpoint that also has signatures by other keys', async () => {
    const [text = ''] = checkpointOf(signer, entries).split('\n\n');
    const others = [createSigner(), createSigner('other.example')];
    const signatures = [...others, signer].map(({ sign }) => sign(`${text}\n`).split('\n\n')[1]);
    serverSays('/log/checkpoint', `${text}\n\n${signatures.join('')}`);
    expect((await check())[0]).toMatch(/^HoldsThe log has 4 entries/);
  });

  test('says that the key is not the one of the last visit', async () => {
    serverHas(entries);
    await check();
    const before = remembered();
    serverHas(entries, createSigner());
    expect(await check()).toEqual([
      expect.stringMatching(/^FailsThe log’s key is not the one that this browser remembers/),
    ]);
    expect(remembered()).toBe(before);
  });
});

describe('a log under a new name', () => {
  const at = '2026-11-24T09:00:00.000Z';
  const renamed = createSigner(`pyramidion.example/log/${at}`);
  const opening = { action: 'new-log', formerCheckpoint: '', why: 'a backup', at } as const;

  test('is not compared, and the page says when and why it was started', async () => {
    serverHas(entries);
    await check();
    const later = Array.from({ length: 700 }, () => ({
      ...ban,
      at: '2026-11-25T09:00:00.000Z',
    }));
    serverHas([...entries.slice(0, 2), opening, ...later], renamed);
    expect((await check())[1]).toBe(
      'Not checkedWe started a new log on 2026-11-24, so there is nothing to compare it with yet. Our reason: “a backup”',
    );
    expect((await check())[1]).toMatch(/^HoldsNothing changed in the 703 entries/);
  });

  test('fails if no entry explains the new name', async () => {
    serverHas(entries);
    await check();
    const before = remembered();
    serverHas(entries, renamed);
    expect((await check())[1]).toMatch(/^FailsThe log has a new name, and no entry says why/);
    serverHas(entries, createSigner('pyramidion.example/other'));
    expect((await check())[1]).toMatch(/^FailsThe log has a new name, and no entry says why/);
    expect(remembered()).toBe(before);
  });

  test('fails if the server sends an explaining entry that is not in the signed tree', async () => {
    serverHas(entries);
    await check();
    const shown = [...entries.slice(0, 3), opening];
    serverHas(entries, renamed, (address) =>
      address.startsWith('/api/') ? answerOf(address, renamed, shown) : undefined,
    );
    expect((await check())[1]).toMatch(/^FailsThe log has a new name, and no entry says why/);
  });
});

describe('the receipt of a proof', () => {
  const short = `${wallet.address.slice(0, 4)}…${wallet.address.slice(-4)}`;

  beforeEach(() => rememberReceipt(receipt));

  test('holds if the log has the proof, even if the receipt has no signature', async () => {
    serverHas(entries);
    expect((await check())[2]).toBe(
      `HoldsEntry 2 is the proof that ${short} signed for 7xKX…gAsU.`,
    );
    rememberReceipt({ wallet: wallet.address, logIndex: 2 });
    expect((await check())[2]).toMatch(/^HoldsEntry 2 is the proof/);
  });

  test.each([
    ['there is no such entry', entries.slice(0, 2), /is gone\. You did not resign/],
    ['another entry is there', [first, ban, unban], /^FailsEntry 2 is not the proof that/],
    [
      'another proof of the wallet is there',
      [first, ban, proofBy(wallet, { referrer: createWallet().address })],
      /^FailsEntry 2 is not the proof that/,
    ],
    [
      'its proof does not hold',
      [first, ban, { ...proof, referrer: createWallet().address }],
      /its proof does not hold\.$/,
    ],
  ])('fails if %s', async (_what, stored, sentence) => {
    serverHas(stored);
    expect((await check())[2]).toMatch(sentence);
  });

  test('fails if the server sends a proof that is not in the signed tree', async () => {
    serverHas([first, ban, ban, unban], signer, (address) =>
      address.startsWith('/api/') ? answerOf(address, signer, entries) : undefined,
    );
    expect((await check())[2]).toMatch(/^Fails.* is not what the log’s key signed for\.$/);
  });

  test('is not checked while the checkpoint is older than the proof', async () => {
    serverSays('/api/proofs', downloadOf([...entries, proof], 4));
    rememberReceipt({ ...receipt, logIndex: 4 });
    expect((await check())[2]).toMatch(/^Not checkedEntry 4, .* is newer than this checkpoint/);
  });
});

describe('a log', () => {
  test.each([
    ['/log/checkpoint', 'HTML', '<!doctype html>'],
    ['/log/checkpoint', 'empty', ''],
    ['/log/checkpoint', 'malformed', 'pyramidion.example/log\n-1\n\n'],
    [
      '/log/checkpoint',
      'that of another log',
      checkpointOf(createSigner('other.example/log'), entries),
    ],
    ['/.well-known/tlog-vkey', 'HTML', '<!doctype html>'],
    ['/.well-known/tlog-vkey', 'empty', ''],
    ['/.well-known/tlog-vkey', 'malformed', 'pyramidion.example/log+00000000+AAAA'],
    ['/log/tile/', 'HTML', '<!doctype html>'],
    ['/log/tile/', 'empty', ''],
    ['/api/proofs', 'HTML', '<!doctype html>'],
  ])('is reported as not loaded if %s is %s; a retry can succeed', async (path, _what, body) => {
    rememberReceipt(receipt);
    serverSays(path, body);
    expect(await checkInVain()).toMatch(/^The log did not load/);
    serverHas(entries);
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText(SIGNED)).toBeVisible();
    expect(screen.getByText(FIRST)).toBeVisible();
  });

  test('is reported as not loaded if the server cannot be reached', async () => {
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await checkInVain()).toMatch(/^The log did not load/);
  });

  test.each([404, 429, 500])('is reported as not loaded if the status is %d', async (status) => {
    serverSays('/log/checkpoint', '', status);
    expect(await checkInVain()).toMatch(/^The log did not load/);
  });

  test('is reported as not published if the status is 503', async () => {
    serverSays('/log/checkpoint', '', 503);
    expect(await checkInVain()).toMatch(/^The log is not published at the moment/);
  });

  test.each([
    ['no WebCrypto', undefined],
    [
      'no Ed25519',
      {
        digest: webcrypto.subtle.digest.bind(webcrypto.subtle),
        importKey: () => Promise.reject(new DOMException('unknown', 'NotSupportedError')),
      },
    ],
  ])('is reported as not checked in a browser with %s', async (_what, subtle) => {
    if (subtle === undefined) Reflect.deleteProperty(crypto, 'subtle');
    else Object.defineProperty(crypto, 'subtle', { configurable: true, value: subtle });
    serverHas(entries);
    expect(await check()).toEqual([
      expect.stringMatching(/^Not checkedThis browser cannot check signatures here/),
    ]);
    expect(remembered()).toBeNull();
  });

  test('is checked as on the first visit if the remembered checkpoint is unreadable', async () => {
    for (const garbage of ['{', '7', '{"vkey":"","checkpoint":""}']) {
      localStorage.setItem('pyramidion.log', garbage);
      serverHas(entries);
      expect((await check())[1]).toMatch(/^Not checkedThis is the first checkpoint/);
    }
  });
});
