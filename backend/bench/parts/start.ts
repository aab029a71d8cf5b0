import type { Contests } from '../contest.js';
import { Contestant, measureInTurn } from '../contestant.js';
import type { Figure } from '../figure.js';
import { alone } from '../figure.js';
import type { Pace } from '../pace.js';
import { startByCommand } from '../server.js';
import { median } from '../statistics.js';

/** What `npm start` takes until it serves many wallets, once everything is installed and built. */
export async function measureStart({ many }: Contests, { rounds }: Pace): Promise<Figure[]> {
  const start = new Contestant('start', async () => {
    const server = await startByCommand(many.spareDatabase);
    await server.stop();
    return server.readyAfter;
  });
  await measureInTurn(rounds, [start]);
  return [alone('start to ready', median(start.figures), 's', { below: 2 })];
}
