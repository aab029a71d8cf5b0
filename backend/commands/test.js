import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { buildStale } from './build.js';
import { compileDriver, unpackMissing } from './install.js';
import { isThere, provide } from './requirements.js';
import { giveUp, outcomeOf, packageFile, ROOT, runWithDescendants, say } from './run.js';

/** What tests and builds may know of the environment they are run in. */
const KEPT_VARIABLES = ['CI', 'PATH', 'TMPDIR', 'UPDATE_SCREENSHOTS'];

/** A time zone whose day is the UTC day at no time of most days, so that who mistakes one for the other is found out. */
const TIME_ZONE = 'Pacific/Chatham';

/**
 * Jest's workers inherit it. Each loads the same modules anew for each test file; with node's own 16 MiB for what is young,
 * a tenth of their time goes into collecting it.
 */
const ROOMY_NURSERY = '--max-semi-space-size=64';

/** How many test files are named for taking longest. */
const NAMED_AS_SLOW = 10;

/**
 * What is checked without running the product, each with the arguments of node that check it; what takes longest is first.
 *
 * @returns {Readonly<Record<string, readonly string[]>>}
 */
function staticChecks() {
  const tsc = packageFile('typescript/bin/tsc');
  return {
    linter: [packageFile('oxlint/bin/oxlint'), '--config=oxlint.config.js', '--type-aware'],
    'types of the back end': [tsc, '-p', 'backend'],
    formatter: [packageFile('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.'],
    'types of the front end': [tsc, '-p', 'frontend'],
    'types of the end-to-end tests': [tsc, '-p', 'e2e'],
    docs: [packageFile('markdownlint-cli2/markdownlint-cli2-bin.mjs')],
  };
}

/** Arguments for jest. With some, such as the name of a file, only tests are run: no linter, types or formatter. */
const JEST_ARGUMENTS = process.argv.slice(2);

/** `npm test`: every check there is; the last line counts them. */
async function test() {
  const providing = provide(['chromium', 'postgres', 'pgbouncer', 'fonts']);
  await unpackMissing();
  // It keeps one core busy for a minute, while others check what needs no database.
  const compiling = compileDriver();
  const programs = await providing;
  // To fetch them takes longer than their tests.
  const engines = isThere(['firefox', 'webkit']);
  const folder = mkdtempSync(path.join(tmpdir(), 'pyramidion-test-'));
  try {
    keepMachineOut({ ...programs, HOME: folder });
    const checks = await buildAndCheck(compiling);
    const suites = await runJest(path.join(folder, 'report.json'), engines);
    const passed = checks.passed + suites.passed;
    const failed = checks.failed + suites.failed;
    if (!engines) say('Without Firefox and WebKit: npm run test:engines says what they need.');
    say(`${passed} passed, ${failed} failed`);
    process.exitCode = failed === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Has everything that is run from now on find the same environment on every machine.
 *
 * @param {Readonly<Record<string, string>>} variables that it also has
 */
function keepMachineOut(variables) {
  const kept = KEPT_VARIABLES.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, Object.fromEntries(kept), variables, {
    LANG: 'C.UTF-8',
    NODE_ENV: 'test',
    TZ: TIME_ZONE,
  });
  process.umask(0o022);
}

/**
 * As many at once as there are cores: each keeps one busy, and so does a build.
 *
 * @param {Promise<void>} compiling of what is needed once it is checked
 */
async function buildAndCheck(compiling) {
  // Before the packages are installed there is none of this one either.
  const { default: pLimit } = await import('p-limit');
  const oneACore = pLimit(availableParallelism());
  const [, , ...results] = await Promise.all([
    oneACore(() => compiling),
    oneACore(() => buildStale(['backend', 'frontend', 'e2e'])),
    ...Object.entries(JEST_ARGUMENTS.length > 0 ? {} : staticChecks()).map(([name, args]) =>
      oneACore(async () => {
        const { good, output } = await outcomeOf(process.execPath, args);
        say(`${output}${good ? 'PASS' : 'FAIL'} ${name}`);
        return good;
      }),
    ),
  ]);
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
}

/**
 * @param {string} report the file that jest is to write its results into
 * @param {boolean} engines whether the pages are visited in Firefox and WebKit, too
 */
async function runJest(report, engines) {
  const jest = packageFile('jest/bin/jest.js');
  const args = [
    ...(engines ? [] : ['--ignoreProjects=engines']),
    '--json',
    `--outputFile=${report}`,
    ...JEST_ARGUMENTS,
  ];
  const status = await runWithDescendants([ROOMY_NURSERY, jest, ...args]);
  if (!existsSync(report)) throw new Error('The tests were ended before all were run.');
  const results = JSON.parse(readFileSync(report, 'utf8'));
  say(slowestOf(results.testResults));
  const failures = results.numFailedTests + results.numRuntimeErrorTestSuites;
  // Jest may fail for another reason, such as a missing snapshot: that is one more failure.
  return { passed: results.numPassedTests, failed: status === 0 ? 0 : Math.max(1, failures) };
}

/**
 * The test files that took longest, a line each.
 *
 * @param {readonly { name: string, startTime: number, endTime: number }[]} files times in milliseconds
 */
function slowestOf(files) {
  const lines = files
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, NAMED_AS_SLOW)
    .map(
      ({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${path.relative(ROOT, name)}`,
    );
  return ['The slowest files:', ...lines].join('\n');
}

try {
  await test();
} catch (error) {
  giveUp(error);
}
