import { join } from 'node:path';
import { claim } from '../test/api.js';
import { eventually } from '../test/eventually.js';
import { withFolder } from '../test/temporary-database.js';
import { wallet } from '../test/wallets.js';
import type { Outcome } from './outcome.js';
import { Reads } from './reads.js';
import type { SmallDisk } from './small-disk.js';
import { withSmallDisk } from './small-disk.js';
import type { Harm, Trial } from './trial.js';
import { tryServer } from './trial.js';

/** How often to fill the disk, and the seed that says who writes what. */
export interface DiskOptions {
  readonly fills: number;
  readonly seed: number;
}

/** Acknowledgements before the disk is full, and again with room. */
const ACKNOWLEDGED = 40;

/** Claims after which a full disk must have shown. */
const MOST_CLAIMS = 2_000;

/** Fills the disk under a server, again and again, and makes room without a restart. */
export async function fillDisk({ fills, seed }: DiskOptions): Promise<Outcome> {
  const harm =
    (disk: SmallDisk): Harm =>
    async (trial) => {
      const { server, broken, writeMore } = trial;
      await writeMore(ACKNOWLEDGED);
      for (let fill = 0; fill < fills; fill += 1) {
        await disk.fill(server.pid);
        broken.push(...(await faultsWhenFull(trial)));
        await disk.makeRoom(server.pid);
        broken.push(...(await faultsOfReadiness(server.url, 200)));
        await writeMore(ACKNOWLEDGED);
      }
      return { harmed: fills, measured: { 'the disk': disk.means } };
    };
  return withFolder((parent) => {
    const folder = join(parent, 'disk');
    return withSmallDisk(folder, (disk) => tryServer(folder, seed, harm(disk)));
  });
}

async function faultsWhenFull(trial: Trial): Promise<string[]> {
  const { url } = trial.server;
  const refused = await claimUntilRefused(trial);
  if (refused === null) return ['the disk is full, and every claim was acknowledged'];
  const reads = new Reads(url);
  await reads.readAll();
  const faults = [...reads.faults, ...(await faultsOfReadiness(url, 503))];
  if (refused.status !== 503) faults.push(`a claim was answered ${refused.status}`);
  if (!refused.headers.has('retry-after')) faults.push('nobody is told when to try again');
  return faults;
}

async function claimUntilRefused({ server, receipts }: Trial): Promise<Response | null> {
  for (let number = 0; number < MOST_CLAIMS; number += 1) {
    const recruit = wallet(`late ${receipts.byRecruit.size}`);
    receipts.send(recruit, 'claimed', wallet('top 0'));
    const response = await claim(server.url, wallet('top 0'), recruit);
    if (!response.ok) return response;
    receipts.acknowledge(recruit, 'claimed');
  }
  return null;
}

/** The server's verdict may be a second old. */
async function faultsOfReadiness(url: string, expected: number): Promise<string[]> {
  try {
    await eventually(async () => (await fetch(`${url}/api/health/ready`)).status, expected);
    return [];
  } catch (error) {
    return [`/api/health/ready: ${String(error)}`];
  }
}
