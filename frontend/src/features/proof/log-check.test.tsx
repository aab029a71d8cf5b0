import { webcrypto } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { LogEntry } from '@backend/transparency-log/log-entry.schema';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { UNSET_SETTINGS } from '@backend/shared/public-settings';
import { SettingsContext } from '@/config/settings';
import { rememberReceipt } from '@/features/referral/receipts';
import { LogCheck } from './log-check';
import { actionOn, createWallet, ORIGIN, proofBy, REFERRER } from '../../../test/proofs';
import { checkpointOf, createSigner, logOf, type LogSigner } from '../../../test/transparency-log';

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

/** Serves a log of the `stored` entries, and by default a board that agrees with `entries`. */
function serverHas(
  stored: readonly LogEntry[],
  by: LogSigner = signer,
  instead: Readonly<Record<string, () => Response>> = {},
) {
  const answers: Readonly<Record<string, () => Response>> = {
    '/log/checkpoint': () => new Response(checkpointOf(by, stored)),
    '/api/proofs': () => new Response(logOf(by, stored)),
    '/api/leaderboard': () => boardWith(2),
    ...instead,
  };
  return jest.spyOn(globalThis, 'fetch').mockImplementation((address) => {
    if (typeof address !== 'string') throw new TypeError('the page fetches addresses as text');
    return Promise.resolve(answers[address]?.() ?? new Response('', { status: 404 }));
  });
}

function serverSays(path: string, body: string, status = 200) {
  return serverHas(entries, signer, { [path]: () => new Response(body, { status }) });
}

function boardWith(provenRecruits: number, total = 1): Response {
  const row = { rank: 1, wallet: REFERRER, recruits: 9, provenRecruits, points: 0 };
  return new Response(JSON.stringify({ entries: [row], total, next: null }));
}

let labelBefore: string;

function open(): void {
  cleanup();
  render(
    <SettingsContext value={settings}>
      <LogCheck />
    </SettingsContext>,
  );
  labelBefore = checkButton().textContent;
}

const checkButton = () => screen.getByRole('button');

/** Gives the page time to start a check by itself. */
const timeToStart = () => act(async () => new Promise((resolve) => setTimeout(resolve)));

async function checked(): Promise<void> {
  await waitFor(() => expect(checkButton()).not.toHaveTextContent(labelBefore));
}

const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

async function check(): Promise<string[]> {
  open();
  await userEvent.click(checkButton());
  await checked();
  return lines();
}

async function checkInVain(): Promise<string> {
  open();
  await userEvent.click(checkButton());
  return (await screen.findByRole('alert')).textContent;
}

const remembered = () => localStorage.getItem('pyramidion.log');

describe('the check', () => {
  test('lists what it will check, and fetches nothing before the visitor starts it', async () => {
    const fetched = serverHas(entries);
    open();
    await timeToStart();
    expect(fetched).not.toHaveBeenCalled();
    expect(lines()).toHaveLength(5);
    for (const line of lines()) expect(line).toMatch(/^Not checked/);
  });

  test('says on the first visit that this checkpoint is the first, and shows the key', async () => {
    serverHas(entries);
    expect(await check()).toEqual([
      'HoldsThe log has 4 entries, and its key signed for them.',
      expect.stringMatching(/^Not checkedThis is the first checkpoint/),
      expect.stringMatching(/^Not checkedThis browser has no receipt/),
      'Holds2 proofs read. Each recruit signed for whoever got the points.',
      expect.stringMatching(/^HoldsEvery row of the board agrees with your own browser/),
    ]);
    expect(screen.getByText(signer.vkey)).toBeVisible();
  });

  test('shows the operator’s entries about the wallet in the URL’s fragment', async () => {
    serverHas(entries);
    window.location.hash = REFERRER;
    open();
    await checked();
    expect(lines().slice(1, 3)).toEqual([
      expect.stringMatching(/^HoldsEntry 1, 2026-11-22: ban .* “the same person twice”$/),
      expect.stringMatching(/^HoldsEntry 3, 2026-11-22: unban .* “the same person twice”$/),
    ]);
    window.location.hash = '';
  });

  test('does not start by itself if the URL’s fragment is not a wallet address', async () => {
    const fetched = serverHas(entries);
    window.location.hash = 'audit';
    open();
    await timeToStart();
    expect(fetched).not.toHaveBeenCalled();
    expect(checkButton()).toBeEnabled();
    window.location.hash = '';
  });

  test('says that no entry changed in a log that has grown', async () => {
    serverHas(entries);
    await check();
    serverHas([...entries, ...Array.from({ length: 300 }, () => ban)]);
    expect((await check())[1]).toBe(
      'HoldsNothing changed in the 4 entries that this browser remembers.',
    );
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

  const [head = '', ...others] = logOf(signer, entries).trimEnd().split('\n');

  test.each([
    ['lacks its first entry', others],
    ['has its first entry twice', [head, head, ...others]],
    ['has a different first entry', [JSON.stringify(ban), ...others]],
  ])('says that the entries do not add up if the download %s', async (_what, sent) => {
    serverSays('/api/proofs', sent.join('\n'));
    expect((await check())[0]).toMatch(/^FailsIts entries do not add up/);
    expect(remembered()).toBeNull();
  });

  function checkpointIs(note: string): void {
    const end = JSON.stringify({ action: 'checkpoint', vkey: signer.vkey, note });
    serverSays('/api/proofs', [head, ...others.slice(0, -1), end].join('\n'));
  }

  test('says that the log’s key did not sign if another key signed, or if the checkpoint was changed', async () => {
    const signed = checkpointOf(signer, entries);
    for (const note of [checkpointOf(createSigner(), entries), signed.replace('\n4\n', '\n5\n')]) {
      checkpointIs(note);
      expect((await check())[0]).toMatch(/^FailsThe log’s key did not sign/);
    }
    expect(remembered()).toBeNull();
  });

  test('accepts a checkpoint that also has signatures by other keys', async () => {
    const [text = ''] = checkpointOf(signer, entries).split('\n\n');
    const others = [createSigner(), createSigner('other.example')];
    const signatures = [...others, signer].map(({ sign }) => sign(`${text}\n`).split('\n\n')[1]);
    checkpointIs(`${text}\n\n${signatures.join('')}`);
    expect((await check())[0]).toMatch(/^HoldsThe log has 4 entries/);
  });

  test('says that the log’s key is not the one of the last visit', async () => {
    serverHas(entries);
    await check();
    const before = remembered();
    serverHas(entries, createSigner());
    expect((await check())[0]).toMatch(/^FailsThe log’s key is not the one that this browser/);
    expect(remembered()).toBe(before);
  });
});

describe('a log under a new name', () => {
  const at = '2026-11-24T09:00:00.000Z';
  const renamed = createSigner(`pyramidion.example/log/${at}`);
  const opening = { action: 'new-log', formerCheckpoint: '', why: 'a backup', at } as const;

  test('is shown with the operator’s reason at its first check, and compared at its second', async () => {
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
    [
      'the log ends before the proof',
      entries.slice(0, 2),
      /^FailsEntry 2, .* is gone\. You did not resign/,
    ],
    [
      'an unban is in the proof’s place',
      [first, ban, unban],
      /^FailsEntry 2 is not the proof that/,
    ],
    [
      'a different proof of the wallet is in the proof’s place',
      [first, ban, proofBy(wallet, { referrer: createWallet().address })],
      /^FailsEntry 2 is not the proof that/,
    ],
    [
      'the proof in the log does not hold',
      [first, ban, { ...proof, referrer: createWallet().address }],
      /^FailsEntry 2 .* its proof does not hold\.$/,
    ],
  ])('fails if %s', async (_what, stored, sentence) => {
    serverHas(stored);
    expect((await check())[2]).toMatch(sentence);
  });
});

describe('the proofs', () => {
  test('are each shown as failing if the signature is not the recruit’s, or if the recruit was proven before', async () => {
    serverHas([{ ...first, signature: proof.signature }, proof, proof]);
    const short = `${wallet.address.slice(0, 4)}…${wallet.address.slice(-4)}`;
    expect((await check()).slice(3)).toEqual([
      expect.stringMatching(/^FailsEntry 0, .*: the signature is not the recruit’s over this text/),
      `FailsEntry 2, the proof of ${short}, counted for nothing: the recruit was proven before.`,
      'Fails7xKX…gAsU has 2 proven recruits on the board, and 1 in the log.',
      expect.stringMatching(/^Not checkedA proof that arrived between/),
    ]);
  });

  test('are listed if they fail: at most 20, and then the number of the others', async () => {
    serverHas([proof, ...Array.from({ length: 25 }, () => proof)]);
    const failing = (await check()).filter((line) => line.startsWith('Fails'));
    expect(failing).toHaveLength(22);
    expect(failing).toContain('Fails5 more proofs counted for nothing.');
  });

  test('count for nothing if the operator has revoked them, and the page says how many', async () => {
    serverHas([first, proof, proofBy(createWallet()), actionOn(wallet.address, 'revoke')]);
    expect((await check()).slice(3)).toEqual([
      expect.stringMatching(/^Holds3 proofs read/),
      expect.stringMatching(/^Not checked1 proof counts for nothing, because we revoked/),
      expect.stringMatching(/^HoldsEvery row of the board agrees/),
    ]);
  });
});

describe('the board', () => {
  const boardIs = async (answer: () => Response) => {
    serverHas(entries, signer, { '/api/leaderboard': answer });
    return (await check()).slice(4);
  };

  test('fails, with both numbers of proven recruits, if a row differs from the log', async () => {
    expect(await boardIs(() => boardWith(3))).toEqual([
      'Fails7xKX…gAsU has 3 proven recruits on the board, and 2 in the log.',
      expect.stringMatching(/^Not checkedA proof that arrived between/),
    ]);
  });

  const empty = () => new Response('{"entries":[],"total":0}');

  test('holds if both it and the log are empty', async () => {
    serverHas([], signer, { '/api/leaderboard': empty });
    expect((await check()).at(-1)).toMatch(/^HoldsThe board is empty/);
  });

  test('holds if it is empty, and the operator has banned the only referrer of the log', async () => {
    serverHas([first, ban], signer, { '/api/leaderboard': empty });
    expect((await check()).at(-1)).toMatch(/^HoldsThe board is empty/);
  });

  test('fails if it lacks a referrer of the log, and is empty or shown in full', async () => {
    const leftOut = [
      'FailsThe board leaves out 1 wallet with proven recruits in the log.',
      expect.stringMatching(/^Not checkedA proof that arrived between/),
    ];
    expect(await boardIs(empty)).toEqual(leftOut);
    const counted = () => new Response('{"entries":[],"total":1}');
    expect(await boardIs(counted)).toEqual(leftOut);
    serverHas([...entries, proofBy(createWallet(), { referrer: wallet.address })]);
    expect((await check()).slice(4)).toEqual(leftOut);
  });

  test('holds if it has more rows than the page compares', async () => {
    const { address } = createWallet();
    serverHas([...entries, proofBy(createWallet(), { referrer: address })], signer, {
      '/api/leaderboard': () => boardWith(2, 2),
    });
    expect((await check()).at(-1)).toMatch(/^HoldsEvery row of the board agrees/);
  });

  test('is not checked if it does not load', async () => {
    const broken = () => new Response('', { status: 500 });
    expect(await boardIs(broken)).toEqual([
      expect.stringMatching(/^Not checkedThe board did not load/),
    ]);
  });
});

describe('a log', () => {
  const download = logOf(signer, entries);

  test.each([
    ['/log/checkpoint', 'HTML', '<!doctype html>'],
    ['/log/checkpoint', 'empty', ''],
    ['/log/checkpoint', 'malformed', 'pyramidion.example/log\n-1\n\n'],
    ['/api/proofs', 'HTML', '<!doctype html>'],
    ['/api/proofs', 'empty', ''],
    ['/api/proofs', 'cut off', download.slice(0, -200)],
    ['/api/proofs', 'without a checkpoint', download.replace(/\{"action":"checkpoint".*/, '')],
    ['/api/proofs', 'continued after its checkpoint', download + download],
    [
      '/api/proofs',
      'sent with the key of another log',
      download.replace(/"vkey":"[^+]*/, '"vkey":"other.example'),
    ],
    [
      '/api/proofs',
      'sent with a malformed key',
      download.replace(/"vkey":"([^+]*)[^"]*/, '"vkey":"$1+0'),
    ],
  ])('is reported as not loaded if %s is %s; a retry can succeed', async (path, _what, body) => {
    serverSays(path, body);
    expect(await checkInVain()).toMatch(/^The log did not load/);
    serverHas(entries);
    await userEvent.click(within(screen.getByRole('alert')).getByRole('button'));
    expect(await screen.findByText(SIGNED)).toBeVisible();
    expect(screen.getByText(FIRST)).toBeVisible();
  });

  test('is reported as not loaded if the server cannot be reached', async () => {
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await checkInVain()).toMatch(/^The log did not load/);
  });

  test('is not downloaded any further after the check has failed', async () => {
    const fetched = serverSays('/api/proofs', '<!doctype html>');
    await checkInVain();
    expect(fetched.mock.lastCall?.[1]?.signal?.aborted).toBe(true);
  });

  test.each([404, 429, 500])(
    'is reported as not loaded if /log/checkpoint has the status %d',
    async (status) => {
      serverSays('/log/checkpoint', '', status);
      expect(await checkInVain()).toMatch(/^The log did not load/);
    },
  );

  test('is reported as not published if /log/checkpoint has the status 503', async () => {
    serverSays('/log/checkpoint', '', 503);
    expect(await checkInVain()).toMatch(/^The log is not published at the moment/);
  });

  test.each([
    ['no WebCrypto', undefined],
    [
      'no Ed25519',
      {
        generateKey: () => Promise.reject(new DOMException('unknown', 'NotSupportedError')),
      },
    ],
  ])('is reported as not checked in a browser with %s', async (_what, subtle) => {
    if (subtle === undefined) Reflect.deleteProperty(crypto, 'subtle');
    else Object.defineProperty(crypto, 'subtle', { configurable: true, value: subtle });
    const fetched = serverHas(entries);
    expect(await check()).toEqual([
      expect.stringMatching(/^Not checkedThis browser cannot check signatures here/),
    ]);
    expect(fetched).not.toHaveBeenCalled();
  });

  test('is checked as on the first visit if the remembered checkpoint is unreadable', async () => {
    for (const garbage of ['{', '7', '{"vkey":"","checkpoint":""}']) {
      localStorage.setItem('pyramidion.log', garbage);
      serverHas(entries);
      expect((await check())[1]).toMatch(/^Not checkedThis is the first checkpoint/);
    }
  });

  test('is not checked if it is too large, and the page says how large it is', async () => {
    const large = Array.from({ length: 200 }, () => ({ ...ban, why: 'x'.repeat(9_000) }));
    const size = { note: signer.sign(`${signer.name}\n3000\n${'A'.repeat(43)}=\n`) };
    serverHas(large, signer, { '/log/checkpoint': () => new Response(size.note) });
    expect(await check()).toEqual([
      expect.stringMatching(/^Not checkedThe log has 3,000 entries, about 27 MB\./),
    ]);
  });
});
