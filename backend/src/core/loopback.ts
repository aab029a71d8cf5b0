const NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True if the host of a URL is `localhost`, `127.0.0.1` or `[::1]`. */
export function isLoopbackName(name: string): boolean {
  return NAMES.has(name);
}

/** True unless the host of an origin is a loopback name. */
export function isPublicOrigin(origin: string): boolean {
  return !isLoopbackName(new URL(origin).hostname);
}
