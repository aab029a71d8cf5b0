import { setTimeout as delay } from 'node:timers/promises';
import getPort from 'get-port';
import { provide } from '../../commands/requirements.js';
import { seededRandom } from '../../test/support/seeded-random.js';
import { startBuiltServer, type BuiltServer } from '../../test/support/built-server.js';
import { startCluster } from '../../test/support/postgres/cluster.js';
import { startCaddy } from '../../test/support/proxies.js';
import { withFolder } from '../../test/support/temporary-database.js';
import { audit } from '../audit.js';
import { LogWatch } from '../log-watch.js';
import { outcomeOf, type Effort, type Outcome } from '../report.js';
import { Receipts, Workload } from '../workload.js';

const WRITERS = 16;

/** Makes Caddy trust the clients' X-Forwarded-For. */
const TRUST_CLIENTS = (caddyfile: string): string =>
  caddyfile.replace('lb_try_duration', 'trusted_proxies private_ranges\nlb_try_duration');

const MAX_PAUSE_MS = 1_000;

export async function restartInTurn({ kills, seed }: Effort): Promise<Outcome> {
  await provide(['caddy']);
  const cluster = await startCluster({ durable: true });
  const databaseUrl = cluster.url('postgres');
  const rolling = withFolder(async (folder) => {
    const ports = [await getPort(), await getPort()];
    const start = (port: number | undefined): Promise<BuiltServer> =>
      startBuiltServer(folder, {
        DATABASE_URL: databaseUrl,
        PORT: String(port),
        // The transparency log is named after this origin, so both servers must have the same origin.
        PUBLIC_ORIGIN: 'http://localhost:3000',
        SESSION_SECRET: 'the same for both of the servers',
        TRUST_PROXY: '2',
      });
    const servers = await Promise.all(ports.map(start));
    const upstream = ports.map((port) => `127.0.0.1:${port}`).join(' ');
    const caddy = await startCaddy(await getPort(), upstream, TRUST_CLIENTS);
    const random = seededRandom(seed);
    const receipts = new Receipts();
    const workload = new Workload(receipts, random);
    const log = new LogWatch();
    const broken: string[] = [];
    let refused = 0;
    let isOver = false;
    const write = async (): Promise<void> => {
      while (!isOver) {
        const response = await workload.recruitSomeone(caddy.url);
        if (response.ok) continue;
        if (response.status === 503 && response.headers.has('retry-after')) refused += 1;
        else broken.push(`${response.url} answered ${response.status}`);
      }
    };
    const restart = async (): Promise<void> => {
      for (let turn = 0; turn < kills; turn += 1) {
        await delay(random() * MAX_PAUSE_MS);
        const index = turn % servers.length;
        const status = await servers[index]?.stop('SIGTERM');
        if (status !== 0) broken.push(`SIGTERM ended a server with ${String(status)}`);
        servers[index] = await start(ports[index]);
      }
      isOver = true;
    };
    try {
      const watching = log.watch(
        () => servers.map(({ url }) => url),
        () => isOver,
      );
      await Promise.all([restart(), watching, ...Array.from({ length: WRITERS }, write)]);
      for (const { url } of servers) broken.push(...(await log.faults(url)));
      const findings = await audit(databaseUrl, receipts);
      const measured = { 'answered 503': refused, checkpoints: log.count };
      const acknowledged = receipts.order.length;
      return outcomeOf({ harmed: kills, acknowledged, ...findings, broken, measured });
    } finally {
      isOver = true;
      await caddy.stop();
      await Promise.all(servers.map((server) => server.stop('SIGKILL')));
    }
  });
  try {
    return await rolling;
  } finally {
    await cluster.remove();
  }
}
