import { availableParallelism } from 'node:os';
import { isStale } from './backend/commands/build.js';

/** Each test file may start servers and open connections to PostgreSQL. */
const MAX_WORKERS = 4;

/** Matches test files that are not repeated on PostgreSQL. */
const SQLITE_ONLY =
  '/(attacks|card|cdn|docs|endpoint|greed|host|http|log|malformed|mint|nginx|notifier|notify|openapi|operator-server|page|preflight|problems|proxies|rpc|settings|signature|site|upstream|verify|verify-site)\\.test\\.ts$';

/** If true, tests of the built product fail: see backend/test/support/fresh-build.ts. */
const buildIsStale = isStale(['backend', 'frontend', 'e2e']);

const swc = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', tsx: true, decorators: true },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      useDefineForClassFields: true,
      react: { runtime: 'automatic' },
    },
  },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
};

const shared = {
  transform: { '^.+\\.(t|j|mj)sx?$': ['@swc/jest', swc] },
  // d3-hierarchy is compiled, too, because its main file is an ES module, which tests in jsdom cannot load.
  transformIgnorePatterns: ['/node_modules/(?!d3-hierarchy/)'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['<rootDir>/[^/]+/dist/', '<rootDir>/data/'],
};

const native = {
  testEnvironment: '<rootDir>/backend/test/support/jest/environment.js',
  runtime: '<rootDir>/backend/test/support/jest/runtime.js',
};

const frontend = {
  ...shared,
  moduleNameMapper: {
    ...shared.moduleNameMapper,
    // This pattern must come before `@/…`, which also matches the path of a picture.
    '\\.(css|svg|woff2)(\\?inline)?$': '<rootDir>/frontend/test/asset.ts',
    '^@solana-mobile/wallet-adapter-mobile$':
      '<rootDir>/frontend/src/features/wallet/mobile-adapter-stub.ts',
    '^@solana/web3\\.js$': '<rootDir>/frontend/src/features/wallet/web3.ts',
    '^@/(.*)$': '<rootDir>/frontend/src/$1',
    '^@backend/(.*)$': '<rootDir>/backend/src/$1',
  },
};

/** @type {import('jest').Config} */
export default {
  projects: [
    {
      ...shared,
      ...native,
      displayName: 'backend',
      testMatch: ['<rootDir>/backend/**/*.test.ts'],
      testPathIgnorePatterns: ['postgres\\.test\\.ts$'],
      globals: { databaseKind: 'sqlite', buildIsStale },
    },
    {
      ...shared,
      ...native,
      displayName: 'backend on PostgreSQL',
      testMatch: ['<rootDir>/backend/test/**/*.test.ts'],
      testPathIgnorePatterns: ['sqlite\\.test\\.ts$', SQLITE_ONLY],
      globals: { databaseKind: 'postgres', buildIsStale },
      globalSetup: '<rootDir>/backend/test/support/postgres/global-setup.js',
      globalTeardown: '<rootDir>/backend/test/support/postgres/global-teardown.js',
    },
    {
      ...frontend,
      ...native,
      displayName: 'frontend',
      testMatch: ['<rootDir>/frontend/**/*.test.ts'],
    },
    {
      ...frontend,
      displayName: 'frontend in a page',
      testEnvironment: 'jest-fixed-jsdom',
      testMatch: ['<rootDir>/frontend/**/*.test.tsx'],
      setupFilesAfterEnv: ['<rootDir>/frontend/test/setup.ts'],
    },
    {
      ...shared,
      ...native,
      displayName: 'engines',
      testMatch: ['<rootDir>/e2e/engines/*.engine.ts'],
    },
  ],
  // Test files often wait, so there may be one more worker than cores.
  maxWorkers: Math.min(availableParallelism() + 1, MAX_WORKERS),
  // A worker that leaks nothing can still take longer than the default of 500 ms to exit on a busy machine.
  workerGracefulExitTimeout: 5_000,
  // Only a test that hangs should reach this limit.
  testTimeout: 120_000,
};
