import 'reflect-metadata';
import { Command, Option } from 'commander';
import { withFolder } from '../test/support/temporary-database.js';
import { formatRows } from './benchmark.js';
import { PARTS, type Effort } from './parts.js';
import { startTestbed } from './testbed.js';

const FEW = 1_000;
const MANY = 1_000_000;

const THOROUGH: Effort = { rounds: 7, seconds: 2, requests: 5_000 };
const QUICK: Effort = { rounds: 3, seconds: 1, requests: 500 };

interface Options {
  readonly only?: string;
  readonly quick?: true;
}

async function bench({ only, quick }: Options): Promise<void> {
  await withFolder(async (folder) => {
    const testbeds = {
      few: await startTestbed(folder, FEW),
      many: await startTestbed(folder, MANY),
    };
    try {
      for (const [name, measure] of PARTS) {
        if (only !== undefined && only !== name) continue;
        const rows = await measure(testbeds, quick ? QUICK : THOROUGH);
        console.log(`${name}\n${formatRows(rows)}\n`);
      }
    } finally {
      await testbeds.few.stop();
      await testbeds.many.stop();
    }
  });
}

await new Command('npm run bench --')
  .description(
    'Measures the product, and compares it with a yardstick: a bare Fastify server with hand-written SQL, the same driver and durability.',
  )
  .addOption(new Option('--only <part>', 'measure one part').choices(Array.from(PARTS.keys())))
  .option('--quick', 'fewer and shorter rounds, for a first look')
  .action(bench)
  .parseAsync();
