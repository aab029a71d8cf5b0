/** @jest-environment node */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { recompute, type Totals } from './recompute';
import { createWallet, linesOf, ORIGIN, proofBy, REFERRER, withheldBy } from '../../../test/proofs';

const wallet = createWallet();
const other = createWallet().address;
const proofs = [wallet, ...Array.from({ length: 4 }, createWallet)].map((recruit, index) =>
  proofBy(recruit, { number: index + 1, referrer: index < 3 ? REFERRER : other }),
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
  return recompute({ origin: ORIGIN, signal, onProgress: () => undefined });
}

describe('recomputing the board', () => {
  it('counts the proven recruits of each referrer', async () => {
    serverSends(linesOf(proofs));
    const totals = await read();
    expect(totals).toMatchObject({ read: 5, refused: 0, unreadable: 0, unchecked: 0 });
    expect(totals.recruitsOf(REFERRER)).toBe(3);
    expect(totals.recruitsOf(other)).toBe(2);
    expect(totals.recruitsOf('nobody')).toBe(0);
  });

  it('tolerates garbage between the proofs, and counts it', async () => {
    const garbage = 'not json\n{"number":1}\nnull\n[]\n{"number":"1"}\n';
    serverSends(linesOf(proofs) + garbage + garbage);
    const totals = await read();
    expect(totals).toMatchObject({ read: 5, refused: 0, unreadable: 10 });
  });

  it('counts nothing for a proof that is withheld, and reads on after it', async () => {
    serverSends(linesOf([...proofs, withheldBy(createWallet(), 6)]));
    const totals = await read();
    expect(totals).toMatchObject({ read: 5, withheld: 1, refused: 0, unreadable: 0 });
    expect(totals.recruitsOf(REFERRER)).toBe(3);
  });

  it('counts no proof that does not hold', async () => {
    const swapped = proofs.map((proof, index) => ({
      ...proof,
      signature: proofs.at(index - 1)?.signature,
    }));
    serverSends(swapped.map((proof) => `${JSON.stringify(proof)}\n`).join(''));
    const totals = await read();
    expect(totals).toMatchObject({ read: 5, refused: 5 });
    expect(totals.recruitsOf(REFERRER)).toBe(0);
  });

  it('counts a recruit once, for the referrer who was proven first', async () => {
    serverSends(linesOf([...proofs, proofBy(wallet, { number: 6, referrer: other })]));
    const totals = await read();
    expect(totals).toMatchObject({ read: 6, refused: 1 });
    expect(totals.recruitsOf(other)).toBe(2);
  });

  it('fails when the download breaks off', async () => {
    let sent = false;
    const breakingOff = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (sent) controller.error(new TypeError('network error'));
        else controller.enqueue(new TextEncoder().encode(linesOf(proofs.slice(0, 2))));
        sent = true;
      },
    });
    serverSends(breakingOff);
    await expect(read()).rejects.toThrow('network error');
  });

  it('fails when the download ends before all the lines that it says it has', async () => {
    const lines = linesOf(proofs).split('\n');
    serverSends(lines.slice(0, 4).join('\n'));
    await expect(read()).rejects.toThrow('The proofs end 2 lines too early');
  });

  it('fails when the download leaves a number out, also before its first line', async () => {
    serverSends(linesOf(proofs.slice(1)));
    await expect(read()).rejects.toThrow('The proofs have no number 1');
    serverSends(linesOf(proofs.filter(({ number }) => number !== 3)));
    await expect(read()).rejects.toThrow('The proofs have no number 3');
  });

  it('fails when the server does not answer with proofs', async () => {
    jest
      .spyOn(globalThis, 'fetch')
      .mockResolvedValue(new Response('', { status: 503, statusText: 'Service Unavailable' }));
    await expect(read()).rejects.toThrow('503: Service Unavailable');
  });
});
