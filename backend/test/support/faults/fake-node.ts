import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { PublicKey } from '@solana/web3.js';
import { z } from 'zod';
import { portOf } from '../port-of.js';

export type Behaviour = (response: ServerResponse, call: unknown) => void;

export interface FakeNode {
  readonly url: string;
  readonly calls: unknown[];
  readonly headers: IncomingMessage['headers'][];
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
  reopen(): Promise<void>;
}

export function answerWith(result: unknown): Behaviour {
  return (response) => response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
}

const callSchema = z.object({ id: z.string(), method: z.literal('getAccountInfo') });

/** Answers getAccountInfo with this account, whatever the address; null means no account. */
export function answerWithAccount(
  account: { readonly owner: PublicKey; readonly data: Buffer } | null,
): Behaviour {
  return (response, call) => {
    const { id } = callSchema.parse(call);
    const value = account && {
      owner: account.owner.toBase58(),
      data: [account.data.toString('base64'), 'base64'],
      executable: false,
      lamports: 1,
      rentEpoch: 0,
    };
    const result = { context: { slot: 1 }, value };
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  };
}

export async function startFakeNode(): Promise<FakeNode> {
  const calls: unknown[] = [];
  const headers: IncomingMessage['headers'][] = [];
  let behaviour = answerWith({ context: { slot: 1 }, value: 7 });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call: unknown = JSON.parse(Buffer.concat(chunks).toString());
      calls.push(call);
      headers.push(request.headers);
      behaviour(response, call);
    });
  });
  const listen = async (port: number): Promise<void> => {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  };
  await listen(0);
  const port = portOf(server);
  return {
    url: `http://127.0.0.1:${port}/?api-key=secret`,
    calls,
    headers,
    behave: (next) => {
      behaviour = next;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
    reopen: () => listen(port),
  };
}
