import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../src/seed/random.js';
import type { BuiltServer } from '../test/built-server.js';
import { startBuiltServer } from '../test/built-server.js';
import { eventually } from '../test/eventually.js';
import type { Cluster } from '../test/postgres/cluster.js';
import { startCluster } from '../test/postgres/cluster.js';
import { withFolder } from '../test/temporary-database.js';
import { SOUND, audit, worseOf } from './audit.js';
import { Crowd } from './crowd.js';
import type { KillOptions } from './kills.js';
import type { Outcome } from './outcome.js';
import { Receipts } from './receipts.js';

const WRITERS = 8;

/** Acknowledgements between two kills, at most. */
const MOST_ACKNOWLEDGED = 100;

/** A kill comes at most this long after the acknowledgement that triggers it, in milliseconds. */
const LATEST_KILL_MS = 20;

/** PostgreSQL does not start before the last process of the killed one is gone. */
const MOST_STARTS = 50;
const START_PAUSE_MS = 100;

/** Kills in turn PostgreSQL and the server with SIGKILL, under writers; the server outlives its database. */
export async function killAroundPostgres({ kills, seed }: KillOptions): Promise<Outcome> {
  const cluster = await startCluster({ durable: true });
  try {
    return await withFolder((folder) => new PostgresTrial(cluster, folder, seed).run(kills));
  } finally {
    await cluster.remove();
  }
}

class PostgresTrial {
  private readonly url: string;
  private readonly random: () => number;
  private readonly receipts = new Receipts();
  private readonly crowd: Crowd;
  private readonly broken: string[] = [];
  private readonly readyTimes: number[] = [];

  constructor(
    private readonly cluster: Cluster,
    private readonly folder: string,
    seed: number,
  ) {
    this.url = cluster.url('postgres');
    this.random = seededRandom(seed);
    this.crowd = new Crowd(this.receipts, this.random);
  }

  async run(kills: number): Promise<Outcome> {
    let findings = SOUND;
    let server = await this.start();
    try {
      for (let kill = 0; kill < kills; kill += 1) {
        server = await this.killUnderWriters(server, kill % 2 === 0);
        const found = await audit({ kind: 'postgres', url: this.url }, this.receipts);
        findings = worseOf(findings, found);
      }
      if ((await server.stop('SIGTERM')) !== 0) this.broken.push('SIGTERM did not end it with 0');
    } finally {
      await server.stop('SIGKILL');
    }
    return {
      harmed: kills,
      acknowledged: this.receipts.order.length,
      ...findings,
      broken: this.broken,
      measured: { 'slowest ready, ms': Math.round(Math.max(...this.readyTimes)) },
    };
  }

  /** @returns the server that serves afterwards: the same one, when it was PostgreSQL that was killed */
  private async killUnderWriters(
    server: BuiltServer,
    killsDatabase: boolean,
  ): Promise<BuiltServer> {
    const enough = this.receipts.order.length + 1 + Math.floor(this.random() * MOST_ACKNOWLEDGED);
    let over = false;
    const kills: Promise<BuiltServer>[] = [];
    const kill = async (): Promise<BuiltServer> => {
      await delay(this.random() * LATEST_KILL_MS);
      const started = performance.now();
      try {
        return await (killsDatabase ? this.killDatabase(server) : this.replace(server));
      } finally {
        this.readyTimes.push(performance.now() - started);
        over = true;
      }
    };
    const isOver = (): boolean => {
      if (this.receipts.order.length >= enough && kills.length === 0) kills.push(kill());
      return over;
    };
    this.broken.push(...(await this.crowd.write(server.url, WRITERS, isOver)));
    const [next = server] = await Promise.all(kills);
    return next;
  }

  private async killDatabase(server: BuiltServer): Promise<BuiltServer> {
    await this.cluster.stop('SIGKILL');
    await this.startDatabase();
    await eventually(async () => (await fetch(`${server.url}/api/health/ready`)).status, 200);
    return server;
  }

  private async startDatabase(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.cluster.start();
        return;
      } catch (error) {
        if (attempt === MOST_STARTS) throw error;
        await delay(START_PAUSE_MS);
      }
    }
  }

  private async replace(server: BuiltServer): Promise<BuiltServer> {
    await server.stop('SIGKILL');
    return this.start();
  }

  private async start(): Promise<BuiltServer> {
    return startBuiltServer(this.folder, {
      DATABASE_URL: this.url,
      SESSION_SECRET: 'the same after a restart as before it',
      TRUST_PROXY: '1',
    });
  }
}
