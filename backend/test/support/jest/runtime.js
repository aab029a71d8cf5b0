import { createRequire, isBuiltin } from 'node:module';
import { compileFunction } from 'node:vm';

const requirePackage = createRequire(import.meta.url);

/** @type {typeof import('jest-runtime')} */
const { default: JestRuntime } = requirePackage('jest-runtime');

const PARAMETERS = ['module', 'exports', 'require', '__dirname', '__filename', 'jest'];

/** Loads packages with Node.js itself, once per worker. Jest would load them for each test file, which is slow. */
export default class Runtime extends JestRuntime {
  /** @type {readonly RegExp[]} */
  mapped;

  /** @param {ConstructorParameters<typeof JestRuntime>} args */
  constructor(...args) {
    super(...args);
    this.mapped = args[0].moduleNameMapper.map(([pattern]) => new RegExp(pattern));
    // Compiles for the worker's own realm (see environment.js). Jest has no option for it.
    Object.assign(this['executor'], {
      /** @type {(source: string, filename: string) => Function} */
      compile: (source, filename) => compileFunction(source, PARAMETERS, { filename }),
    });
  }

  /**
   * @override
   * @template T
   * @param {string} from
   * @param {string} name
   * @returns {T}
   */
  requireModuleOrMock(from, name) {
    const isPackage = /^(@|\w)/.test(name) && !isBuiltin(name) && name !== '@jest/globals';
    return isPackage && !this.mapped.some((pattern) => pattern.test(name))
      ? requirePackage(name)
      : super.requireModuleOrMock(from, name);
  }
}
