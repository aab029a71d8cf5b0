import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Connection, Keypair, PublicKey } from '@solana/web3.js';
import { z } from 'zod';
import { startChain, type Chain } from './chain.js';

const parsedSchema = z.object({
  info: z.object({ tokenAmount: z.object({ amount: z.string() }) }),
});

const UNKNOWN_MINT = Keypair.generate().publicKey;

describe('the local chain', () => {
  let chain: Chain;
  let connection: Connection;

  beforeAll(async () => {
    chain = await startChain();
    connection = new Connection(chain.url, {
      commitment: 'confirmed',
      disableRetryOnRateLimit: true,
    });
  });
  afterEach(() => chain.recover());
  afterAll(() => chain.stop());

  const newOwner = (): PublicKey => Keypair.generate().publicKey;

  async function sharesOf(owner: PublicKey, mint: string): Promise<string[]> {
    const { value } = await connection.getParsedTokenAccountsByOwner(owner, {
      mint: new PublicKey(mint),
    });
    return value.map(({ account }) => {
      return parsedSchema.parse(account.data.parsed).info.tokenAmount.amount;
    });
  }

  it('loads without a warning about a missing native module', async () => {
    const args = ['--input-type=module', '-e', "await import('@solana/spl-token')"];
    expect(await promisify(execFile)(process.execPath, args)).toEqual({ stdout: '', stderr: '' });
  });

  it('returns the SOL that a wallet was given', async () => {
    const owner = newOwner();
    chain.fund(owner.toBase58(), { sol: 1.25 });
    expect(await connection.getBalance(owner)).toBe(1_250_000_000);
  });

  it('returns empty balances for a wallet without funds', async () => {
    const owner = newOwner();
    expect(await connection.getBalance(owner)).toBe(0);
    expect(await sharesOf(owner, chain.mint)).toEqual([]);
  });

  it('has several token accounts for one owner', async () => {
    const owner = newOwner();
    chain.fund(owner.toBase58(), { shares: [1000.5, 20, 0.000001] });
    expect((await sharesOf(owner, chain.mint)).sort()).toEqual(['1', '1000500000', '20000000']);
  });

  it('adds more tokens to the same token account', async () => {
    const owner = newOwner();
    chain.fund(owner.toBase58(), { shares: 3 });
    chain.fund(owner.toBase58(), { shares: 3 });
    expect(await sharesOf(owner, chain.mint)).toEqual(['6000000']);
  });

  it('returns Token-2022 accounts if the filter names their mint', async () => {
    const owner = newOwner();
    chain.fund(owner.toBase58(), { shares: [7, 8], mint: chain.mint2022 });
    expect((await sharesOf(owner, chain.mint2022)).sort()).toEqual(['7000000', '8000000']);
    expect(await sharesOf(owner, chain.mint)).toEqual([]);
  });

  it('rejects an unknown mint with -32602', async () => {
    const request = sharesOf(newOwner(), UNKNOWN_MINT.toBase58());
    await expect(request).rejects.toMatchObject({ code: -32602 });
  });

  it('rejects an unknown method with -32601', async () => {
    await expect(connection.getLatestBlockhash()).rejects.toThrow('Method not found');
    expect(await call({ jsonrpc: '2.0', id: 7, method: 'getSlot' })).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: { code: -32601, message: 'Method not found' },
    });
  });

  it('answers and counts each call of a batch', async () => {
    const before = chain.calls('getBalance');
    const params = [newOwner().toBase58()];
    const answers = await call([
      { jsonrpc: '2.0', id: 1, method: 'getBalance', params },
      { jsonrpc: '2.0', id: 2, method: 'getBalance', params },
    ]);
    expect(answers).toMatchObject([
      { id: 1, result: { value: 0 } },
      { id: 2, result: { value: 0 } },
    ]);
    expect(chain.calls('getBalance')).toBe(before + 2);
  });

  it.each([
    ['forbidden', 403],
    ['rate-limited', 429],
    ['server-error', 500],
  ] as const)('can answer with an error status on request: %s', async (fault, status) => {
    chain.fail(fault);
    expect(await post(balanceCall())).toMatchObject({ status });
    chain.recover();
    expect(await post(balanceCall())).toMatchObject({ status: 200 });
  });

  it.each(['down', 'html', 'cut'] as const)(
    'can send unreadable answers on request: %s',
    async (fault) => {
      chain.fail(fault);
      await expect(call(balanceCall())).rejects.toThrow();
      chain.recover();
      expect(await call(balanceCall())).toMatchObject({ result: { value: 0 } });
    },
  );

  it('can leave requests unanswered', async () => {
    chain.fail('silent');
    await expect(post(balanceCall(), AbortSignal.timeout(300))).rejects.toThrow('timeout');
  });

  it('can answer late', async () => {
    const owner = newOwner();
    chain.fund(owner.toBase58(), { sol: 1 });
    chain.fail('slow');
    const started = performance.now();
    expect(await connection.getBalance(owner)).toBe(1_000_000_000);
    expect(performance.now() - started).toBeGreaterThan(1000);
  });

  function balanceCall(): object {
    const params = [newOwner().toBase58()];
    return { jsonrpc: '2.0', id: 1, method: 'getBalance', params };
  }

  function post(body: object, signal: AbortSignal | null = null): Promise<Response> {
    return fetch(chain.url, { method: 'POST', body: JSON.stringify(body), signal });
  }

  async function call(body: object): Promise<unknown> {
    const response = await post(body);
    return response.json();
  }
});
