import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { buildStale } from './build.js';
import { findChromium } from './chromium.js';
import { installMissing } from './install.js';
import { findPostgres } from './postgres.js';
import { giveUp, outcomeOf, packageFile, say, succeeds } from './run.js';

/**
 * What is checked without running the product, each with the arguments of node that check it; what takes longest is first.
 *
 * @returns {Readonly<Record<string, readonly string[]>>}
 */
function staticChecks() {
  const tsc = packageFile('typescript/bin/tsc');
  return {
    linter: [packageFile('eslint/bin/eslint.js'), '--max-warnings=0', '.'],
    'types of the back end': [tsc, '-p', 'backend'],
    formatter: [packageFile('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.'],
    'types of the front end': [tsc, '-p', 'frontend'],
    'types of the end-to-end tests': [tsc, '-p', 'e2e'],
  };
}

/** `npm test`: every check there is; the last line counts them. Arguments are handed to jest. */
async function test() {
  installMissing();
  const programs = { CHROMIUM_PATH: findChromium(), POSTGRES_BIN: findPostgres() };
  buildStale(['backend', 'frontend', 'e2e']);
  const checks = await runStaticChecks();
  const suites = runJest(programs);
  const passed = checks.passed + suites.passed;
  const failed = checks.failed + suites.failed;
  say(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

/** As many at once as there are cores: each keeps one busy. */
async function runStaticChecks() {
  // Before the packages are installed there is none of this one either.
  const { default: pLimit } = await import('p-limit');
  const oneACore = pLimit(availableParallelism());
  const results = await Promise.all(
    Object.entries(staticChecks()).map(([name, args]) =>
      oneACore(async () => {
        const { good, output } = await outcomeOf(process.execPath, args);
        say(`${output}${good ? 'PASS' : 'FAIL'} ${name}`);
        return good;
      }),
    ),
  );
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
}

/** @param {Readonly<Record<string, string>>} programs that tests need, as environment variables */
function runJest(programs) {
  const folder = mkdtempSync(path.join(tmpdir(), 'pyramidion-test-'));
  const report = path.join(folder, 'report.json');
  try {
    const good = succeeds(
      process.execPath,
      [
        packageFile('jest/bin/jest.js'),
        '--json',
        `--outputFile=${report}`,
        ...process.argv.slice(2),
      ],
      { ...programs, NODE_ENV: 'test' },
    );
    const results = JSON.parse(readFileSync(report, 'utf8'));
    const failures = results.numFailedTests + results.numRuntimeErrorTestSuites;
    // Jest may fail for another reason, such as a missing snapshot: that is one more failure.
    return { passed: results.numPassedTests, failed: good ? 0 : Math.max(1, failures) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  await test();
} catch (error) {
  giveUp(error);
}
