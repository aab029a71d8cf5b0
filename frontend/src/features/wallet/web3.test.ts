import { expect, it, jest } from '@jest/globals';
import { Connection, PublicKey, Transaction } from './web3';

const ADDRESS = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi';
const owner = new PublicKey(ADDRESS);

function connectionTo(answer: () => Response) {
  const asked = jest.fn<typeof fetch>(async () => Promise.resolve(answer()));
  return {
    connection: new Connection('/api/rpc', { commitment: 'confirmed', fetch: asked }),
    asked,
  };
}

it('reads an address of 32 bytes from text and from bytes, and rejects other values', () => {
  expect(owner.toBytes()).toEqual(new Uint8Array(32).fill(1));
  expect(new PublicKey(owner.toBytes()).toBase58()).toBe(ADDRESS);
  expect(owner.equals(new PublicKey(ADDRESS))).toBe(true);
  for (const value of ['', 'abc', 'not base58!', new Uint8Array(31)]) {
    expect(() => new PublicKey(value)).toThrow();
  }
});

it('asks the node for a balance with the commitment of the connection', async () => {
  const context = { slot: 7 };
  const { connection, asked } = connectionTo(() =>
    Response.json({ result: { context, value: 5 } }),
  );
  expect(await connection.getBalanceAndContext(owner)).toEqual({ context, value: 5 });
  expect(asked).toHaveBeenCalledWith(
    '/api/rpc',
    expect.objectContaining({
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'getBalance',
        params: [ADDRESS, { commitment: 'confirmed' }],
      }),
    }),
  );
});

it.each([
  ['an error', () => Response.json({ error: { code: -32602, message: 'could not find mint' } })],
  ['no number', () => Response.json({ result: { context: { slot: 7 }, value: null } })],
  ['no context', () => Response.json({ result: { value: 5 } })],
  ['no JSON', () => new Response('<html>')],
  [
    'the status 429',
    () => Response.json({ result: { context: { slot: 7 }, value: 5 } }, { status: 429 }),
  ],
])('reading a balance throws if the node sends %s', async (_, answer) => {
  const { connection } = connectionTo(answer);
  await expect(connection.getBalanceAndContext(owner)).rejects.toThrow();
  const mint = { mint: owner };
  await expect(connection.getParsedTokenAccountsByOwner(owner, mint)).rejects.toThrow();
});

it('Transaction throws', () => {
  expect(() => Transaction()).toThrow('makes no transactions');
});
