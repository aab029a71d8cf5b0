import { connect } from 'node:net';
import { allPaths, malformedRequests, type MalformedRequest } from './malformed-requests.js';

const SENDERS = 16;

/** Whoever sent what is no HTTP says, after this silence in milliseconds, that nothing more will come. */
const PAUSE_MS = 250;

/** The server must have hung up after this silence, in milliseconds: whoever waits for longer was forgotten. */
const PATIENCE_MS = 10_000;

/** Enough to know that something is wrong: a server that answers nothing would keep the senders for hours. */
const MAX_FAULTS = 5;

/** What an answer must not show: where our code is, or what it said to the database. */
const INSIDES = /\n\s+at |node_modules|SQLITE_|SELECT |INSERT /;

/** What came of malformed requests: how often each status, and whatever no answer should be. */
export interface Reception {
  readonly statuses: ReadonlyMap<number, number>;
  /** A sentence each, with the request. */
  readonly faults: readonly string[];
}

/** Sends so many malformed requests, which are the same for the same seed, to the server at `url`. */
export async function sendMalformed(url: string, count: number, seed: number): Promise<Reception> {
  const requests = malformedRequests(await allPaths(url), count, seed);
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  const sender = async (): Promise<void> => {
    while (faults.length < MAX_FAULTS) {
      const request = requests.pop();
      if (request === undefined) return;
      const { answer, isForgotten } = await exchange(url, request);
      const status = statusOf(answer);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const fault = isForgotten ? 'was forgotten' : findFault(request, status, answer);
      if (fault !== null) faults.push(`${JSON.stringify(request.text)} ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  return { statuses, faults };
}

interface Exchange {
  /** All that came back until the connection was closed. */
  readonly answer: string;
  /** Whether it was the sender who had to close it. */
  readonly isForgotten: boolean;
}

async function exchange(url: string, { text, isHttp }: MalformedRequest): Promise<Exchange> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  let isForgotten = false;
  const giveUp = (): void => {
    isForgotten = true;
    socket.destroy();
  };
  const sayThatThisWasAll = (): void => {
    socket.end();
    socket.setTimeout(PATIENCE_MS, giveUp);
  };
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined);
  if (isHttp) socket.setTimeout(PATIENCE_MS, giveUp);
  else socket.setTimeout(PAUSE_MS, sayThatThisWasAll);
  socket.write(text);
  await new Promise((resolve) => socket.on('close', resolve));
  return { answer: Buffer.concat(chunks).toString('latin1'), isForgotten };
}

/** The highest, where there are several; 0 when there was no answer. */
function statusOf(answer: string): number {
  const statuses = answer.matchAll(/(?:^|\r\n\r\n)HTTP\/1\.1 (\d{3})/g);
  return Math.max(0, ...Array.from(statuses, ([, status]) => Number(status)));
}

function findFault(request: MalformedRequest, status: number, answer: string): string | null {
  if (status >= 500) return `was answered ${status}`;
  if (status === 0) return request.isHttp ? 'was not answered' : null;
  return status >= 400 && INSIDES.test(answer) ? `was told too much: ${answer}` : null;
}
