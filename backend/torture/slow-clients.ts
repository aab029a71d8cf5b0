import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { withFolder } from '../test/temporary-database.js';
import type { Outcome } from './outcome.js';
import { percentile } from './percentile.js';
import type { Harm } from './trial.js';
import { tryServer } from './trial.js';

/** How many dawdle in each way, for how many milliseconds, and the seed of the writers. */
export interface DawdlerOptions {
  readonly dawdlers: number;
  readonly dawdleMs: number;
  readonly seed: number;
}

const ACKNOWLEDGED = 40;

/** Requests of the good client. */
const READS = 200;

/** A good client's p99 while others dawdle, in milliseconds. */
const GOOD_CLIENT_MS = 250;

/** What a cut connection needs to be seen as one, in milliseconds. */
const CLOSE_MS = 3_000;

const HEAD = 'POST /api/referral HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

interface Dawdle {
  readonly text: string;
  /** Whoever dawdles for so long is cut off, in milliseconds. */
  readonly cutAfter: number;
}

/** How clients dawdle. */
const DAWDLES: Readonly<Record<string, Dawdle>> = {
  'no end of the headers': { text: HEAD, cutAfter: 12_000 },
  'no end of the body': { text: `${HEAD}Content-Length: 100\r\n\r\n{`, cutAfter: 22_000 },
  'nobody who reads': {
    text: 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(300),
    cutAfter: 70_000,
  },
};

/** Has clients dawdle in every way while others read and write. */
export async function dawdle({ dawdlers, dawdleMs, seed }: DawdlerOptions): Promise<Outcome> {
  const harm: Harm = async ({ server, broken, writeMore }) => {
    const begun = performance.now();
    const sockets = new Map<string, Socket[]>();
    for (const [name, { text }] of Object.entries(DAWDLES)) {
      const opened = Array.from({ length: dawdlers }, () => openAndSend(server.url, text));
      sockets.set(name, await Promise.all(opened));
    }
    const [times] = await Promise.all([
      readAsGoodClient(server.url, broken),
      writeMore(ACKNOWLEDGED),
    ]);
    await delay(begun + dawdleMs - performance.now());
    for (const [name, { cutAfter }] of Object.entries(DAWDLES)) {
      if (cutAfter > dawdleMs) continue;
      const open = (await Promise.all((sockets.get(name) ?? []).map(isOpen))).filter(Boolean);
      if (open.length > 0) broken.push(`${name}: ${open.length} are let dawdle`);
    }
    for (const socket of Array.from(sockets.values()).flat()) socket.destroy();
    return {
      harmed: sockets.size * dawdlers,
      measured: {},
      timings: {
        "a good client's p99": { ms: percentile(times, 0.99), below: GOOD_CLIENT_MS },
      },
    };
  };
  return withFolder((folder) => tryServer(folder, seed, harm));
}

async function openAndSend(url: string, text: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** @returns what each of the answers took, in milliseconds */
async function readAsGoodClient(url: string, broken: string[]): Promise<number[]> {
  const times: number[] = [];
  for (let read = 0; read < READS; read += 1) {
    const started = performance.now();
    const response = await fetch(`${url}/api/leaderboard`);
    await response.text();
    times.push(performance.now() - started);
    if (response.status !== 200) broken.push(`a good client was answered ${response.status}`);
  }
  return times;
}

/** Whether the server has not hung up yet. Only who reads hears of it. */
async function isOpen(socket: Socket): Promise<boolean> {
  if (socket.destroyed) return false;
  const closed = new Promise<boolean>((resolve) => socket.on('close', () => resolve(false)));
  socket.resume();
  return Promise.race([closed, delay(CLOSE_MS, true, { ref: false })]);
}
