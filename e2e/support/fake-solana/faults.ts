import type { ServerResponse } from 'node:http';

/** Faults of a node. `slow` answers correctly after {@link SLOW_MS}. */
export type Fault =
  'down' | 'forbidden' | 'rate-limited' | 'server-error' | 'silent' | 'html' | 'cut' | 'slow';

export const SLOW_MS = 1500;

const REFUSALS = { forbidden: 403, 'rate-limited': 429, 'server-error': 500 };

/** Applies a fault to a response. Returns false if the caller must still send the body. */
export async function failResponse(
  fault: Fault,
  response: ServerResponse,
  body: string,
): Promise<boolean> {
  switch (fault) {
    case 'down':
      response.socket?.destroy();
      return true;
    case 'silent':
      return true;
    case 'forbidden':
    case 'rate-limited':
    case 'server-error':
      response.writeHead(REFUSALS[fault], { 'content-type': 'text/plain' }).end(fault);
      return true;
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>');
      return true;
    case 'cut':
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(body.slice(0, body.length / 2));
      return true;
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      return response.destroyed;
  }
}
