declare global {
  /** Set by jest.config.js. Undefined under `npm run bench` and `npm run torture`, which build the product. */
  var buildIsStale: boolean | undefined;
}

if (globalThis.buildIsStale === true) {
  throw new Error('The sources have changed since they were built. Run npm run build.');
}

export {};
