import 'reflect-metadata';
import { randomInt } from 'node:crypto';
import { Command, Option } from 'commander';
import { parseCount } from '../src/ops/arguments.js';
import { HEADINGS, runScenario, type Effort } from './report.js';
import { SCENARIOS } from './scenarios.js';

const MAX_SEED = 1_000_000_000;

interface Options extends Omit<Effort, 'brief'> {
  readonly only?: string;
}

const positive = parseCount(999_999_999);

async function torture({ only, ...effort }: Options): Promise<void> {
  console.log(`seed ${effort.seed}\n${HEADINGS}`);
  for (const [name, scenario] of SCENARIOS) {
    if (only !== undefined && only !== name) continue;
    const { isKept, text } = await runScenario(name, () => scenario({ ...effort, brief: false }));
    console.log(text);
    if (!isKept) process.exitCode = 1;
  }
}

await new Command('npm run torture --')
  .description('Breaks a running server in many ways, and checks that it keeps its promises.')
  .option('--kills <n>', 'number of kills or damaged files in a scenario', positive, 40)
  .option('--requests <n>', 'malformed requests to send', positive, 10_000)
  .option(
    '--seed <n>',
    'repeat a run with the same random choices',
    positive,
    randomInt(1, MAX_SEED),
  )
  .addOption(new Option('--only <name>', 'run one scenario').choices(Array.from(SCENARIOS.keys())))
  .addHelpText(
    'after',
    '\nExit status: 0 every promise was kept, 1 a promise was broken or a scenario could not run.',
  )
  .action(torture)
  .parseAsync();
