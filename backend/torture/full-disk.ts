import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../src/seed/random.js';
import { claim } from '../test/api.js';
import type { BuiltServer } from '../test/built-server.js';
import { startBuiltServer } from '../test/built-server.js';
import { withFolder } from '../test/temporary-database.js';
import { wallet } from '../test/wallets.js';
import type { Findings } from './audit.js';
import { SOUND, audit } from './audit.js';
import { Crowd } from './crowd.js';
import type { Outcome } from './outcome.js';
import { Reads } from './reads.js';
import { Receipts } from './receipts.js';
import { withSmallDisk } from './small-disk.js';

const WRITERS = 8;
const ACKNOWLEDGED = 40;

/** Claims after which a full disk must have shown. */
const MOST_CLAIMS = 2_000;

/** How long to wait for the server to notice, and how often to ask, in milliseconds. */
const VERDICT_PATIENCE_MS = 10_000;
const VERDICT_PAUSE_MS = 50;

/** Fills the disk under a server, again and again, and makes room without a restart. */
export async function fillDisk({ fills, seed }: { fills: number; seed: number }): Promise<Outcome> {
  const receipts = new Receipts();
  const crowd = new Crowd(receipts, seededRandom(seed));
  const broken: string[] = [];
  let findings: Findings = SOUND;
  let means = '';
  await withFolder(async (folder) => {
    await withSmallDisk(join(folder, 'disk'), async (disk) => {
      means = disk.means;
      const path = join(folder, 'disk', 'test.sqlite');
      const server = await startBuiltServer(folder, {
        DATABASE_URL: `sqlite:${path}`,
        TRUST_PROXY: '1',
      });
      const writeMore = async (): Promise<void> => {
        const enough = receipts.order.length + ACKNOWLEDGED;
        broken.push(
          ...(await crowd.write(server.url, WRITERS, () => receipts.order.length >= enough)),
        );
      };
      await writeMore();
      for (let fill = 0; fill < fills; fill += 1) {
        await disk.fill(server.pid);
        broken.push(...(await faultsWhenFull(server, receipts)));
        await disk.makeRoom(server.pid);
        await writeMore();
        broken.push(...(await answersReady(server, 200)));
      }
      if ((await server.stop('SIGTERM')) !== 0) broken.push('SIGTERM did not end it with 0');
      findings = await audit(path, receipts);
    });
  });
  return {
    harmed: fills,
    acknowledged: receipts.order.length,
    ...findings,
    broken,
    measured: { means },
  };
}

async function faultsWhenFull(server: BuiltServer, receipts: Receipts): Promise<string[]> {
  const refused = await claimUntilRefused(server, receipts);
  if (refused === null) return ['the disk is full, and every claim was acknowledged'];
  const reads = new Reads(server.url);
  await reads.readAll();
  const faults = [...reads.faults, ...(await answersReady(server, 503))];
  if (refused.status !== 503) faults.push(`a claim was answered ${refused.status}`);
  if (!refused.headers.has('retry-after')) faults.push('nobody is told when to try again');
  return faults;
}

async function claimUntilRefused(
  server: BuiltServer,
  receipts: Receipts,
): Promise<Response | null> {
  for (let number = 0; number < MOST_CLAIMS; number += 1) {
    const recruit = wallet(`late ${receipts.byRecruit.size}`);
    receipts.send(recruit, 'claimed', wallet('top 0'));
    const response = await claim(server.url, wallet('top 0'), recruit);
    if (!response.ok) return response;
    receipts.acknowledge(recruit, 'claimed');
  }
  return null;
}

/** A verdict of the server's may be a second old. */
async function answersReady({ url }: BuiltServer, expected: number): Promise<string[]> {
  const deadline = Date.now() + VERDICT_PATIENCE_MS;
  for (;;) {
    const { status } = await fetch(`${url}/api/health/ready`);
    if (status === expected) return [];
    if (Date.now() > deadline) return [`ready answered ${status} instead of ${expected}`];
    await delay(VERDICT_PAUSE_MS);
  }
}
