import { answerWith, type Behaviour } from './fake-node.js';

/** Named faults that make a request to a Solana node fail immediately. */
export const NODE_FAULTS: ReadonlyMap<string, Behaviour> = new Map<string, Behaviour>([
  ['status 403', (response) => response.writeHead(403).end('no')],
  ['status 429', (response) => response.writeHead(429, { 'retry-after': '9' }).end()],
  ['status 500', (response) => response.writeHead(500, { 'x-secret': 'secret' }).end('secret')],
  [
    'a rate limit error in JSON-RPC',
    (response) => {
      const error = { code: -32_005, message: 'secret' };
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, error }));
    },
  ],
  ['HTML', (response) => response.end('<h1>secret</h1>')],
  ['cut JSON', (response) => response.end('{"jsonrpc":"2.0","id":1,"res')],
  ['an answer to another call', (response) => response.end('{"jsonrpc":"2.0","id":2,"result":1}')],
  ['neither result nor error', (response) => response.end('{"jsonrpc":"2.0","id":1}')],
  [
    'a redirect',
    (response, call) => {
      if (response.req.url === '/secret') answerWith({ value: 7 })(response, call);
      else response.writeHead(307, { location: '/secret' }).end();
    },
  ],
  ['nothing, and hangs up', (response) => response.destroy()],
]);

export const SILENCE: Behaviour = () => undefined;
