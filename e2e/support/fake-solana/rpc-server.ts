import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { answer, RpcRefusal, type Node } from './rpc-methods.js';

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

const callSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]),
  method: z.string(),
  params: z.unknown().optional(),
});

/** A fault of the node: `down` closes the connection, and `silent` never answers. */
export type Fault = 'down' | 'silent';

/** Serves {@link answer} as JSON-RPC over HTTP, without batches, and simulates faults. */
export class RpcServer {
  fault: Fault | null = null;
  readonly #node: Node;
  readonly #leftWaiting = new Set<ServerResponse>();
  readonly #http: Server = createServer((request, response) => {
    void this.#read(request).then((body) => {
      if (this.fault === 'silent') this.#leftWaiting.add(response);
      else if (this.fault === 'down') response.socket?.destroy();
      else response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    });
  });

  constructor(node: Node) {
    this.#node = node;
  }

  async listen(): Promise<string> {
    this.#http.listen(0, '127.0.0.1');
    await once(this.#http, 'listening');
    const address = this.#http.address();
    if (address === null || typeof address === 'string') throw new Error('no port was given');
    return `http://127.0.0.1:${address.port}`;
  }

  recover(): void {
    this.fault = null;
    for (const response of this.#leftWaiting) response.destroy();
    this.#leftWaiting.clear();
  }

  async close(): Promise<void> {
    this.#http.close();
    this.#http.closeAllConnections();
    await once(this.#http, 'close');
  }

  async #read(request: IncomingMessage): Promise<string> {
    const body = await text(request);
    try {
      return JSON.stringify(this.#call(JSON.parse(body)));
    } catch {
      return JSON.stringify(failure(null, PARSE_ERROR, 'Parse error'));
    }
  }

  #call(request: unknown): object {
    const call = callSchema.safeParse(request);
    if (!call.success) return failure(null, INVALID_REQUEST, 'Invalid request');
    const { id, method, params } = call.data;
    try {
      return { jsonrpc: '2.0', id, result: answer(this.#node, method, params) };
    } catch (error) {
      if (!(error instanceof RpcRefusal)) throw error;
      return failure(id, error.code, error.message);
    }
  }
}

function failure(id: string | number | null, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
