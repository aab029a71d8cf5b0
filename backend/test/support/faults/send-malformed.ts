import { connect } from 'node:net';
import { allPaths, malformedRequests, type MalformedRequest } from './malformed-requests.js';

const SENDERS = 16;

/** After this time without data, in ms, the client half-closes the connection of a garbled request. */
const PAUSE_MS = 250;

/** After this time without data, in ms, the server should have closed the connection. */
const PATIENCE_MS = 10_000;

const MAX_FAULTS = 5;

/** Matches stack traces and SQL, which must not be in an error. */
const INSIDES = /\n\s+at |node_modules|SQLITE_|SELECT |INSERT |UPDATE |DELETE /;

export interface Reception {
  /** Number of requests by the highest status of their answers; status 0 means no answer. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly faults: readonly string[];
}

/** Sends requests, many of them malformed, to the server at `url`. */
export async function sendMalformed(url: string, count: number, seed: number): Promise<Reception> {
  const requests = malformedRequests(await allPaths(url), count, seed);
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  const sender = async (): Promise<void> => {
    while (faults.length < MAX_FAULTS) {
      const request = requests.pop();
      if (request === undefined) return;
      const { answer, timedOut } = await exchange(url, request);
      const status = statusOf(answer);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const fault = timedOut ? 'was left open' : findFault(request, status, answer);
      if (fault !== null) faults.push(`${JSON.stringify(request.text)} ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  return { statuses, faults };
}

interface Exchange {
  /** Everything received until the connection closed. */
  readonly answer: string;
  readonly timedOut: boolean;
}

async function exchange(url: string, { text, isHttp }: MalformedRequest): Promise<Exchange> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  let timedOut = false;
  const closeAfterTimeout = (): void => {
    timedOut = true;
    socket.destroy();
  };
  const endRequest = (): void => {
    socket.end();
    socket.setTimeout(PATIENCE_MS, closeAfterTimeout);
  };
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined);
  if (isHttp) socket.setTimeout(PATIENCE_MS, closeAfterTimeout);
  else socket.setTimeout(PAUSE_MS, endRequest);
  socket.write(text);
  await new Promise((resolve) => socket.on('close', resolve));
  return { answer: Buffer.concat(chunks).toString('latin1'), timedOut };
}

/** Returns the highest status found in the answers; 0 without an answer. */
export function statusOf(answer: string): number {
  const statuses = answer.matchAll(/HTTP\/1\.1 (\d{3}) /g);
  return Math.max(0, ...Array.from(statuses, ([, status]) => Number(status)));
}

function findFault(request: MalformedRequest, status: number, answer: string): string | null {
  if (status >= 500) return `was answered ${status}`;
  if (status === 0) return request.isHttp ? 'was not answered' : null;
  return status >= 400 && INSIDES.test(answer) ? `was told too much: ${answer}` : null;
}
