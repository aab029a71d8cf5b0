import { TILE_WIDTH, tilePath, tileWidth } from '../../src/transparency-log/merkle-tree.js';
import { flood, type HostileRequest } from '../flood.js';
import { compareUnderAttack } from '../honest.js';
import { LogWatch } from '../log-watch.js';
import { outcomeOf, type Effort, type Outcome } from '../report.js';
import { withSeededDatabase } from '../seeded-server.js';
import { Receipts } from '../workload.js';

const FULL = { wallets: 10_000, seconds: 20 };

const BRIEF = { wallets: 600, seconds: 2 };

const CONNECTIONS = 100;

export async function floodTiles({ brief }: Effort): Promise<Outcome> {
  const { wallets, seconds } = brief ? BRIEF : FULL;
  return withSeededDatabase(wallets, ({ serve }) =>
    serve(async ({ url }) => {
      const log = new LogWatch();
      const size = (await log.look(url))?.size ?? 0;
      const attack = flood({ connections: CONNECTIONS, requests: () => tilesOf(size) });
      const compared = await compareUnderAttack(url, new Receipts(), attack, { seconds });
      const faults = await log.faults(url);
      return outcomeOf({ ...compared, broken: [...compared.broken, ...faults] });
    }),
  );
}

function tilesOf(size: number): HostileRequest[] {
  const numbers = Array.from({ length: Math.ceil(size / TILE_WIDTH) }, (_, number) => number);
  return numbers.flatMap((number) =>
    ([0, 'entries'] as const).map((level) => ({
      path: `/log/tile/${tilePath(level, number, tileWidth(size, 0, number))}`,
    })),
  );
}
