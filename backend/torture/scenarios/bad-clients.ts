import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { sendMalformed } from '../../test/support/faults/send-malformed.js';
import type { Effort, Outcome } from '../report.js';
import { tryServer } from '../trial.js';
import { read } from '../workload.js';

const ACKNOWLEDGED = 40;

const READS = 200;

const GOOD_CLIENT_P99_MS = 250;

/** Time in which a reading socket must notice that the server has closed the connection. */
const CLOSE_MS = 3_000;

const HEAD = 'POST /api/referral HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

/** `cutAfterMs` is the time after which the server must have closed the connection. */
const SLOW_CLIENTS = [
  { name: 'unfinished headers', text: HEAD, cutAfterMs: 12_000 },
  {
    name: 'unfinished body',
    text: `${HEAD}Content-Length: 100\r\n\r\n{`,
    cutAfterMs: 22_000,
  },
  {
    name: 'no reading of the answer',
    text: 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(300),
    cutAfterMs: 70_000,
  },
];

const FULL = { clients: 50, lastMs: 70_000 };

/** Ends before some kinds of clients must be disconnected, and does not check those. */
const BRIEF = { clients: 20, lastMs: 12_000 };

export async function serveSlowClients(effort: Effort): Promise<Outcome> {
  const { clients, lastMs } = effort.brief ? BRIEF : FULL;
  return tryServer(effort, async (trial) => {
    const { url } = trial.server;
    const begun = performance.now();
    const sockets: Socket[][] = [];
    for (const { text } of SLOW_CLIENTS) {
      sockets.push(
        await Promise.all(Array.from({ length: clients }, () => openAndSend(url, text))),
      );
    }
    const [reads] = await Promise.all([
      read(url, { amount: READS }, ['/api/leaderboard']),
      trial.writeMore(ACKNOWLEDGED),
    ]);
    trial.broken.push(...reads.broken);
    await delay(begun + lastMs - performance.now());
    for (const [index, { name, cutAfterMs }] of SLOW_CLIENTS.entries()) {
      if (cutAfterMs > lastMs) continue;
      const open = (await Promise.all((sockets[index] ?? []).map(isOpen))).filter(Boolean);
      if (open.length > 0) trial.broken.push(`${name}: ${open.length} are not cut off`);
    }
    for (const socket of sockets.flat()) socket.destroy();
    return {
      harmed: SLOW_CLIENTS.length * clients,
      timings: { "a good client's p99": { ms: reads.p99Ms, below: GOOD_CLIENT_P99_MS } },
    };
  });
}

async function openAndSend(url: string, text: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

async function isOpen(socket: Socket): Promise<boolean> {
  if (socket.destroyed) return false;
  const closed = new Promise<boolean>((resolve) => socket.on('close', () => resolve(false)));
  // Only a reading socket notices that the server has closed the connection.
  socket.resume();
  return Promise.race([closed, delay(CLOSE_MS, true, { ref: false })]);
}

const NOWHERE = 'http://127.0.0.1:2';

export async function sendMalformedRequests({ requests, seed }: Effort): Promise<Outcome> {
  const environment = { SOLANA_RPC_URL: NOWHERE };
  return tryServer(
    { seed },
    async (trial) => {
      await trial.writeMore(ACKNOWLEDGED);
      const { faults, statuses } = await sendMalformed(trial.server.url, requests, seed);
      trial.broken.push(...faults);
      await trial.writeMore(ACKNOWLEDGED);
      const measured: Record<string, number> = {};
      for (const [status, count] of Array.from(statuses).sort(([one], [other]) => one - other)) {
        measured[status === 0 ? 'no answer' : `answered ${status}`] = count;
      }
      return { harmed: requests, measured };
    },
    { environment },
  );
}
