/** @jest-environment node */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { recompute, type Totals } from './recompute';
import {
  actionOn,
  createWallet,
  downloadOf,
  ORIGIN,
  proofBy,
  REFERRER,
} from '../../../test/proofs';

const wallet = createWallet();
const other = createWallet().address;
const proofs = [wallet, ...Array.from({ length: 4 }, createWallet)].map((recruit, index) =>
  proofBy(recruit, { referrer: index < 3 ? REFERRER : other }),
);

afterEach(() => {
  jest.restoreAllMocks();
});

function serverSends(...bodies: readonly BodyInit[]) {
  const fetched = jest.spyOn(globalThis, 'fetch');
  for (const body of bodies) fetched.mockResolvedValueOnce(new Response(body));
  return fetched;
}

function read(): Promise<Totals> {
  const { signal } = new AbortController();
  return recompute({ origins: [ORIGIN], signal, onProgress: () => undefined });
}

describe('recomputing the board', () => {
  it('counts the proven recruits of each referrer', async () => {
    serverSends(downloadOf(proofs));
    const totals = await read();
    expect(totals).toMatchObject({ read: 5, refused: 0, unreadable: 0, unchecked: 0 });
    expect(totals.recruitsOf(REFERRER)).toBe(3);
    expect(totals.recruitsOf(other)).toBe(2);
    expect(totals.recruitsOf('nobody')).toBe(0);
  });

  it.each([
    ['the referrer is banned', [actionOn(REFERRER, 'ban')], 0, 3],
    ['the recruit is revoked', [actionOn(wallet.address, 'revoke')], 2, 1],
    [
      'the recruit is revoked twice',
      [actionOn(wallet.address, 'revoke'), actionOn(wallet.address, 'revoke')],
      2,
      1,
    ],
    [
      'the recruit is revoked and the referrer is banned',
      [actionOn(wallet.address, 'revoke'), actionOn(REFERRER, 'ban')],
      0,
      3,
    ],
    ['a wallet without a proof is revoked', [actionOn(other, 'revoke')], 3, 0],
  ])('applies the actions of the operator: %s', async (_what, actions, recruits, withheld) => {
    serverSends(downloadOf([...proofs, ...actions]));
    const totals = await read();
    expect(totals).toMatchObject({ read: 5, refused: 0, unreadable: 0, withheld });
    expect(totals.recruitsOf(REFERRER)).toBe(recruits);
  });

  it('counts a proof again after its referrer is unbanned and its recruit is unrevoked', async () => {
    const { address } = wallet;
    const actions = [
      actionOn(address, 'revoke'),
      actionOn(REFERRER, 'ban'),
      actionOn(REFERRER, 'unban'),
      actionOn(address, 'unrevoke'),
    ];
    serverSends(downloadOf([...proofs, ...actions]));
    const totals = await read();
    expect(totals).toMatchObject({ read: 5, refused: 0, withheld: 0 });
    expect(totals.recruitsOf(REFERRER)).toBe(3);
  });

  it('continues after unknown or incomplete entries, and counts them', async () => {
    serverSends(
      downloadOf(['{"action":"pardon","subject":"Cheops"}', '{"action":"ban"}', ...proofs]),
    );
    const totals = await read();
    expect(totals).toMatchObject({ read: 5, refused: 0, unreadable: 2 });
  });

  it.each(['not json', '{"number":1}', 'null', '[]', '{"action":1}', '<!doctype html>'])(
    'fails when a line is not an entry: %s',
    async (garbage) => {
      serverSends(downloadOf([...proofs, garbage]));
      await expect(read()).rejects.toThrow('Line 5 of the proofs is not an entry of the log');
    },
  );

  it('does not count a proof that fails a check', async () => {
    const swapped = proofs.map((proof, index) => ({
      ...proof,
      signature: proofs.at(index - 1)?.signature,
    }));
    serverSends(downloadOf(swapped.map((proof) => JSON.stringify(proof))));
    const totals = await read();
    expect(totals).toMatchObject({ read: 5, refused: 5 });
    expect(totals.recruitsOf(REFERRER)).toBe(0);
  });

  it('counts a recruit once, for the referrer who was proven first', async () => {
    serverSends(downloadOf([...proofs, proofBy(wallet, { referrer: other })]));
    const totals = await read();
    expect(totals).toMatchObject({ read: 6, refused: 1 });
    expect(totals.recruitsOf(other)).toBe(2);
  });

  const lines = downloadOf(proofs).trimEnd().split('\n');

  it.each<[string, readonly string[]]>([
    ['its first line', lines.slice(1)],
    ['a line in the middle', lines.filter((_, index) => index !== 2)],
    ['its last proof', [...lines.slice(0, -2), ...lines.slice(-1)]],
    ['its checkpoint', lines.slice(0, -1)],
    ['its checkpoint and the last proof', lines.slice(0, -2)],
    ['all lines', []],
  ])('fails when the download lacks %s', async (_what, left) => {
    serverSends(left.map((line) => `${line}\n`).join(''));
    await expect(read()).rejects.toThrow('not those of the checkpoint');
  });

  it('fails when the download has a line twice', async () => {
    serverSends([lines[0], ...lines].join('\n'));
    await expect(read()).rejects.toThrow('not those of the checkpoint');
  });

  it('fails when the connection breaks', async () => {
    let sent = false;
    const breakingOff = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (sent) controller.error(new TypeError('network error'));
        else controller.enqueue(new TextEncoder().encode(downloadOf(proofs.slice(0, 2))));
        sent = true;
      },
    });
    serverSends(breakingOff);
    await expect(read()).rejects.toThrow('network error');
  });

  it('fails when the server answers with status 503', async () => {
    jest
      .spyOn(globalThis, 'fetch')
      .mockResolvedValue(new Response('', { status: 503, statusText: 'Service Unavailable' }));
    await expect(read()).rejects.toThrow('503: Service Unavailable');
  });
});
