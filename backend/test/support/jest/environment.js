import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

const FORMER = {
  globals: Object.getOwnPropertyDescriptors(globalThis),
  env: { ...process.env },
  exit: Reflect.get(process, 'exit'),
};

/**
 * Runs tests in the worker's own realm, since its test files share packages (see runtime.js). In a separate realm, as in
 * Jest's own environment, `instanceof Error` would be false for an error that a shared package throws.
 */
export default class Environment {
  global = globalThis;
  fakeTimers = null;
  /** @type {ModernFakeTimers} */
  fakeTimersModern;
  moduleMocker = new ModuleMocker(globalThis);

  /** @param {import('@jest/environment').JestEnvironmentConfig} config */
  constructor({ projectConfig }) {
    restore();
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    Object.assign(globalThis, projectConfig.globals);
  }

  getVmContext() {
    return globalThis;
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    restore();
  }
}

function restore() {
  const { globals, env, exit } = FORMER;
  for (const key of Reflect.ownKeys(globalThis)) {
    const former = Reflect.get(globals, key);
    if (former === undefined) Reflect.deleteProperty(globalThis, key);
    else if (former.configurable) Object.defineProperty(globalThis, key, former);
  }
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.exit = exit;
}
