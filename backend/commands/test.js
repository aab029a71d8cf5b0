import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { buildStale } from './build.js';
import { compileDriver, unpackMissing } from './install.js';
import { missingPackages, provide } from './requirements.js';
import {
  announce,
  exitWithError,
  outcomeOf,
  packageFile,
  ROOT,
  runWithDescendants,
  say,
} from './run.js';

const KEPT_VARIABLES = ['CI', 'PATH', 'TMPDIR', 'UPDATE_DOCS', 'UPDATE_SCREENSHOTS'];

/**
 * At UTC+12:45 or +13:45 the local date differs from the UTC date for over half of each day, which exposes code that
 * confuses them.
 */
const TIME_ZONE = 'Pacific/Chatham';

/** With V8's smaller default, jest's workers spend more time on garbage collection. */
const ROOMY_NURSERY = '--max-semi-space-size=64';

const NAMED_AS_SLOW = 10;

/**
 * The slow checks come first.
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

const OPTIONAL = /** @type {const} */ ([
  ['go', 'lets Go verify the log'],
  ['fonts', 'shows the pages in other fonts'],
]);

/** If given, only test files with one of these in their path run, and the static checks are skipped. */
const NAMES = process.argv.slice(2);

/** Regular expressions that match {@link NAMES} in a path, but not in the path of the repository itself. */
const PATTERNS = NAMES.map((name) => `^${ROOT.replaceAll(/\W/g, '.')}.+${name}`);

async function test() {
  const providing = provide(
    ['chromium', 'postgres', 'pgbouncer'],
    OPTIONAL.map(([name]) => name),
  );
  // `await providing` throws the error. Without a handler, an earlier rejection would end the process.
  providing.catch(() => undefined);
  await unpackMissing();
  const compiling = compileDriver();
  const programs = await providing;
  // Tests in Firefox and WebKit are optional: downloading the browsers can take longer than their tests.
  const engines = missingPackages(['firefox', 'webkit']).length === 0;
  const folder = mkdtempSync(path.join(tmpdir(), 'pyramidion-test-'));
  try {
    keepMachineOut({ ...programs, HOME: folder });
    const checks = await buildAndCheck(compiling);
    const [suites, visits] = await Promise.all([runJest(folder, engines), runPlaywright(folder)]);
    const passed = checks.passed + suites.passed + visits.passed;
    const failed = checks.failed + suites.failed + visits.failed;
    if (passed + failed === 0)
      throw new Error(`No test file has ${NAMES.join(' or ')} in its path.`);
    if (!engines) say('Without Firefox and WebKit: npm run test:engines says what they need.');
    for (const [name, gain] of OPTIONAL) {
      const packages = missingPackages([name]).join(' ');
      if (packages !== '') say(`Left out some tests: apt-get install ${packages} ${gain}.`);
    }
    if (process.getuid?.() !== 0)
      say('Without root: tests of mounts and of file owners are left out.');
    say(`${passed} passed, ${failed} failed`);
    process.exitCode = failed === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {Readonly<Record<string, string>>} variables */
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

/** @param {Promise<void>} compiling */
async function buildAndCheck(compiling) {
  // Imported here, because `test` may have only just installed the package.
  const { default: pLimit } = await import('p-limit');
  const oneACore = pLimit(availableParallelism());
  const [, , ...results] = await Promise.all([
    oneACore(() => compiling),
    oneACore(() => buildStale(['backend', 'frontend', 'e2e'])),
    ...Object.entries(NAMES.length > 0 ? {} : staticChecks()).map(([name, args]) =>
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
 * @param {string} folder for jest's results
 * @param {boolean} engines true to test in Firefox and WebKit as well
 */
async function runJest(folder, engines) {
  const report = path.join(folder, 'jest.json');
  const jest = packageFile('jest/bin/jest.js');
  const args = [
    ...(engines ? [] : ['--ignoreProjects=engines']),
    '--json',
    `--outputFile=${report}`,
    '--passWithNoTests',
    ...PATTERNS,
  ];
  const status = await runWithDescendants([ROOMY_NURSERY, jest, ...args]);
  if (!existsSync(report)) throw new Error('Jest ended before it had run all tests.');
  const results = JSON.parse(readFileSync(report, 'utf8'));
  if (results.numTotalTestSuites > 0) say(slowestOf(results.testResults));
  const failures = results.numFailedTests + results.numRuntimeErrorTestSuites;
  // Jest can also fail without a failed test, which counts as one failure.
  return { passed: results.numPassedTests, failed: status === 0 ? 0 : Math.max(1, failures) };
}

/**
 * Prints Playwright's output when it ends, so that its lines do not mix with jest's.
 *
 * @param {string} folder for Playwright's output and results
 */
async function runPlaywright(folder) {
  const report = path.join(folder, 'playwright.json');
  const output = path.join(folder, 'playwright.txt');
  process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] = report;
  const playwright = packageFile('@playwright/test/cli.js');
  const args = ['test', '--reporter=dot,json', '--pass-with-no-tests', ...PATTERNS];
  if (NAMES.length === 0) {
    announce('Running the tests in Chromium beside the others; their results follow at the end …');
  }
  const status = await runWithDescendants([playwright, ...args], openSync(output, 'w'));
  say(readFileSync(output, 'utf8'));
  if (!existsSync(report)) throw new Error('Playwright ended before it had run all tests.');
  const { stats, errors } = JSON.parse(readFileSync(report, 'utf8'));
  const failures = stats.unexpected + stats.flaky + errors.length;
  return { passed: stats.expected, failed: status === 0 ? 0 : Math.max(1, failures) };
}

/** @param {readonly { name: string, startTime: number, endTime: number }[]} files times in ms */
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
  exitWithError(error);
}
