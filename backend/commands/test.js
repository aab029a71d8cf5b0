import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildStale } from './build.js';
import { findChromium } from './chromium.js';
import { installMissing } from './install.js';
import { findPostgres } from './postgres.js';
import { giveUp, packageFile, say, succeeds } from './run.js';

/**
 * What is checked without running the product, each with the arguments of node that check it.
 *
 * @returns {Readonly<Record<string, readonly string[]>>}
 */
function staticChecks() {
  const tsc = packageFile('typescript/bin/tsc');
  return {
    formatter: [packageFile('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.'],
    linter: [packageFile('eslint/bin/eslint.js'), '--max-warnings=0', '.'],
    'types of the back end': [tsc, '-p', 'backend'],
    'types of the front end': [tsc, '-p', 'frontend'],
    'types of the end-to-end tests': [tsc, '-p', 'e2e'],
  };
}

/** `npm test`: every check there is; the last line counts them. Arguments are handed to jest. */
function test() {
  installMissing();
  const programs = { CHROMIUM_PATH: findChromium(), POSTGRES_BIN: findPostgres() };
  buildStale(['backend', 'frontend', 'e2e']);

  let passed = 0;
  let failed = 0;
  for (const [name, args] of Object.entries(staticChecks())) {
    const good = succeeds(process.execPath, args);
    say(`${good ? 'PASS' : 'FAIL'} ${name}`);
    if (good) passed += 1;
    else failed += 1;
  }

  const suites = runJest(programs);
  passed += suites.passed;
  failed += suites.failed;
  say(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
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
  test();
} catch (error) {
  giveUp(error);
}
