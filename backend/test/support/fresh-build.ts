declare global {
  /** Set by jest.config.js. Undefined in the benchmarks, which build the product themselves. */
  var buildIsStale: boolean | undefined;
}

// Every test of the built product imports this file.
if (globalThis.buildIsStale === true) {
  throw new Error('The sources have changed since they were built. Run npm run build.');
}

export {};
