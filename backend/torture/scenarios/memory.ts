import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { peakMemory } from '../../test/support/usage.js';
import { outcomeOf, type Effort, type Outcome } from '../report.js';
import { withSeededDatabase } from '../seeded-server.js';

/** Number of wallets, so many that their proofs do not fit into the buffers of a connection. */
const WALLETS = 20_000;

/** Shorter than the time after which the server disconnects slow clients. */
const STAY_MS = 8_000;

const BATCH = 100;

const MAX_GROWTH_MB = 100;

interface Kind {
  readonly name: string;
  readonly clients: number;
  readonly text: (client: number) => string;
}

const head = (request: string, client: number): string =>
  `${request} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 10.${client >> 16}.${(client >> 8) & 255}.${client & 255}\r\n`;

const KINDS: readonly Kind[] = [
  {
    name: '100 slow downloads',
    clients: 100,
    text: (client) => `${head('GET /api/proofs', client)}\r\n`,
  },
  { name: '4,900 idle connections', clients: 4_900, text: () => '' },
  {
    name: '2,000 unfinished headers of 16 kB',
    clients: 2_000,
    text: (client) => `${head('GET /', client)}Cookie: ${'a'.repeat(16_000)}`,
  },
  {
    name: '2,000 slow bodies of 4 kB',
    clients: 2_000,
    text: (client) =>
      `${head('POST /api/referral', client)}Content-Type: application/json\r\nContent-Length: 4096\r\n\r\n"${'a'.repeat(4_000)}`,
  },
];

export async function hoard({ brief }: Effort): Promise<Outcome> {
  return withSeededDatabase(brief ? 300 : WALLETS, async ({ serve }) => {
    const broken: string[] = [];
    const measured: Record<string, string> = {};
    for (const kind of KINDS) {
      await serve(async ({ url, pid }) => {
        await warmUp(url);
        const before = await peakMemory(pid);
        const sockets = await openAll(url, kind);
        await delay(STAY_MS);
        const growth = (await peakMemory(pid)) - before;
        measured[kind.name] = `${before} MB before, ${growth} MB more`;
        if (growth > MAX_GROWTH_MB) broken.push(`${kind.name} took ${growth} MB`);
        const open = sockets.filter((socket) => !socket.destroyed).length;
        if (open < kind.clients / 2) broken.push(`${kind.name}: only ${open} stayed open`);
        for (const socket of sockets) socket.destroy();
        const live = await fetch(`${url}/api/health/live`);
        if (live.status !== 200) broken.push(`${kind.name}: liveness was ${live.status}`);
      });
    }
    const harmed = KINDS.reduce((sum, { clients }) => sum + clients, 0);
    return outcomeOf({ harmed, broken, measured });
  });
}

async function warmUp(url: string): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    await (await fetch(`${url}/api/proofs`)).arrayBuffer();
    await (await fetch(`${url}/api/leaderboard`)).text();
  }
}

async function openAll(url: string, { clients, text }: Kind): Promise<Socket[]> {
  const port = Number(new URL(url).port);
  const sockets: Socket[] = [];
  for (let first = 0; first < clients; first += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, clients - first) }, async (_, index) => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(text(first + index));
      return socket;
    });
    sockets.push(...(await Promise.all(batch)));
  }
  return sockets;
}
