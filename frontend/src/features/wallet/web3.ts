import bs58 from 'bs58';
import type { ResultContext } from '@backend/rpc/json-rpc';
import { count, objectOf, time } from '@/lib/check';

/*
 * Replaces @solana/web3.js for this app and for the wallet adapters. This module is much smaller, and cannot build,
 * sign or send a transaction.
 */

export const LAMPORTS_PER_SOL = 1_000_000_000;

const ADDRESS_BYTES = 32;

export class PublicKey {
  readonly #bytes: Uint8Array;

  /** @throws Error if a text is not base58, or if the value is not 32 bytes */
  constructor(value: string | Uint8Array) {
    this.#bytes = typeof value === 'string' ? bs58.decode(value) : value;
    if (this.#bytes.length !== ADDRESS_BYTES) throw new Error('Invalid public key input');
  }

  toBytes(): Uint8Array {
    return this.#bytes;
  }

  toBase58(): string {
    return bs58.encode(this.#bytes);
  }

  toString(): string {
    return this.toBase58();
  }

  equals(other: PublicKey): boolean {
    return this.toBase58() === other.toBase58();
  }
}

/** Replaces the transaction classes that the adapters import. */
function NoTransaction(): never {
  throw new Error('This app makes no transactions');
}

export { NoTransaction as Transaction, NoTransaction as VersionedTransaction };

/** Options of web3.js. Only `commitment` and `fetch` have an effect here. */
export interface ConnectionConfig {
  readonly commitment?: string;
  readonly confirmTransactionInitialTimeout?: number;
  readonly disableRetryOnRateLimit?: boolean;
  readonly fetch?: typeof fetch;
}

interface Answer<T> {
  readonly context: ResultContext;
  readonly value: T;
}

const answer = objectOf<{ readonly result: Answer<unknown> }>({
  result: objectOf<Answer<unknown>>({
    context: objectOf<ResultContext>({ slot: count, readAt: time }, 'readAt'),
    value: (value) => value,
  }),
});

export class Connection {
  readonly #config: ConnectionConfig;

  constructor(
    readonly rpcEndpoint: string,
    config: ConnectionConfig = {},
  ) {
    this.#config = config;
  }

  /** The value is in lamports. */
  async getBalanceAndContext(owner: PublicKey): Promise<Answer<number>> {
    const { commitment } = this.#config;
    const { context, value } = await this.#call('getBalance', [owner.toBase58(), { commitment }]);
    if (typeof value !== 'number') throw new Error('getBalance: the node sent no number');
    return { context, value };
  }

  async getParsedTokenAccountsByOwner(
    owner: PublicKey,
    { mint }: { readonly mint: PublicKey },
  ): Promise<Answer<readonly unknown[]>> {
    const options = { encoding: 'jsonParsed', commitment: this.#config.commitment };
    const params = [owner.toBase58(), { mint: mint.toBase58() }, options];
    const { context, value } = await this.#call('getTokenAccountsByOwner', params);
    if (!Array.isArray(value)) throw new Error('getTokenAccountsByOwner: the node sent no list');
    return { context, value };
  }

  async #call(method: string, params: readonly unknown[]): Promise<Answer<unknown>> {
    const response = await (this.#config.fetch ?? fetch)(this.rpcEndpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    if (!response.ok) throw new Error(`${method}: ${response.status} ${response.statusText}`);
    const body: unknown = await response.json();
    const checked = answer(body);
    if (!checked) throw new Error(`${method}: ${JSON.stringify(body)}`);
    return checked.result;
  }
}
