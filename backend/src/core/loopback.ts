const NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True for a loopback name, such as `localhost`. */
export function isLoopbackName(name: string): boolean {
  return NAMES.has(name);
}

/** True unless the host of an origin is a loopback name. */
export function isPublicOrigin(origin: string): boolean {
  return !isLoopbackName(new URL(origin).hostname);
}
